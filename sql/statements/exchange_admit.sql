-- address text, limited boolean -> refusal: whether one more log-in by the app's token may be tried from there now.
select case when $2::boolean then rate_refusal('login/' || $1::text, '3 s', 20) end as refusal;

-- address text, limited boolean -> refusal: whether one more account may be made from there now.
select case when $2::boolean then rate_refusal('register/' || $1::text, '12 min', 5) end as refusal;

-- actor bigint (0: the operator) -> refusal, word: one row at least.
select j.refusal, w.word from (select actor_refusal($1::bigint, 2) as refusal) j
left join words w on j.refusal is null order by w.key limit 1000;

-- actor bigint (0: the operator), needed bigint (a role's rank) -> refusal: whether the actor may run such a command now.
select actor_refusal($1::bigint, $2::bigint::int) as refusal;

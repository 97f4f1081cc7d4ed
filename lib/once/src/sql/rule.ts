/** Bounds the wait for a conflicting insert or a locked row; 55P03 then means in flight. */
const LOCK_TIMEOUT = "2s";

/**
 * The first two CTEs of every claim: the lock time-out, local to the statement, and what the kind's policy
 * says now. An edit of the policy binds claims begun after it committed.
 */
export function withRule(kind: string): string {
  return `
  limits as materialized (select set_config('lock_timeout', '${LOCK_TIMEOUT}', true)),
  rule as materialized (
    select case when p.gate_until > clock_timestamp() then 'before_send' else coalesce(p.gate, 'never') end as gate, coalesce(p.paused, false) as paused,
      coalesce(p.nudge, 'worker') as nudge, coalesce(p.stale_after_seconds, 900) * 1000::float8 as stale_after_ms,
      coalesce(p.request_ttl_seconds, 86400) as request_ttl_seconds, coalesce(p.recovery, 'ask') as recovery,
      greatest(coalesce(p.sign_offs_resend, 1), 1) as sign_offs_needed
    from limits left join policy p on p.kind = ${kind}
  )`;
}

/** When an attempt's time is up: the caller's limit, bounded by the policy's. */
export function deadline(timeoutMs: string): string {
  return `clock_timestamp() + least(${timeoutMs}::float8, rule.stale_after_ms) * interval '1 millisecond'`;
}

/**
 * Whether `a` is the claim of whoever asks by this token, an expression. Who has begun has heard of its claim: the same
 * token again is no repeat of a question whose answer was lost.
 */
export function claimedBy(token: string): string {
  return `(a.status = 'in_flight' and a.claim_token is not distinct from ${token}::uuid and a.effect_started_at is null)`;
}

/** What a caller is told about an action, for the alias `a` beside `rule`; `mine` and `payload` are expressions. */
export function stateColumns(mine: string, payload: string): string {
  return `
    a.key, a.kind, a.status, a.attempt, a.target, a.payload_hash, a.result::text as result, a.replaced_by,
    ${mine} as mine, ${payload} as payload,
    (extract(epoch from case a.status
      when 'in_flight' then coalesce(a.deadline_at,
        greatest(a.attempted_at, a.heartbeat_at) + rule.stale_after_ms * interval '1 millisecond')
      when 'released' then a.claimable_at
      else coalesce(a.next_check_at, clock_timestamp()) end - clock_timestamp()) * 1000)::float8 as due_in_ms,
    coalesce(a.release_expires_at <= clock_timestamp(), true) as lapsed,
    (a.judged_attempt < a.attempt or a.next_check_at is not null) as judgement_due,
    rule.gate, rule.paused, rule.nudge`;
}

-- To tell an approver whose answer was lost whether their verdict was recorded. Those without a key need no look-up.
create index sign_off_idempotency_idx on sign_off (approver_id, idempotency_key) where idempotency_key is not null;

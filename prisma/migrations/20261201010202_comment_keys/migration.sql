-- A note that is sent again because its answer was lost stands there once.
alter table review_comment
  add column idempotency_key text,
  add constraint review_comment_idempotency_key unique (author_id, idempotency_key);

-- To find a case by whom it was for, or by its Message-ID. Not over actions in flight or succeeded: those would pay for it
-- with every claim and every success.
create index action_log_case_target_idx on action_log (lower(target))
  where status in ('held', 'failed', 'released', 'dismissed') and target is not null;
create index action_log_case_message_id_idx on action_log (substring(payload from '"messageId":"([^"\\]+)"'))
  where status in ('held', 'failed', 'released', 'dismissed') and payload like '%"messageId":"%';

"use client";

import { InputBase, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { reviewDecisions } from "#lib/client/review-decisions.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { Time } from "../../ui/time.tsx";
import { useSend } from "../../ui/use-send.ts";
import { BusyButton } from "../busy-button.tsx";
import { Refusal, Uncertain } from "../notices/refusal.tsx";
import classes from "./notes.module.css";

const MAX_NOTE_CHARS = 4000;

type NotesProps = { reviewId: string; comments: ReviewDetail["comments"] };

/** What people said about the case. A note decides nothing, so it may be written at any time. */
export function Notes({ reviewId, comments }: NotesProps) {
  const [body, setBody] = useState("");
  const { send, isSending, refusal, isUncertain } = useSend({
    send: (said: string, key: string) => reviewDecisions.comment(reviewId, { body: said }, key),
    refreshes: reviewQueries.all,
    onDone: () => setBody(""),
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (body.trim() !== "") send(body);
  };
  return (
    <>
      {comments.length === 0 && <Text c="dimmed">Nobody has said anything yet.</Text>}
      <ol className={classes.notes}>
        {comments.map(({ id, author, body: said, at }) => (
          <li className={classes.note} key={id}>
            <span className={classes.by}>
              {author.name}, <Time at={at} />
            </span>
            <span className={classes.said}>{said}</span>
          </li>
        ))}
      </ol>
      <form className={classes.form} noValidate onSubmit={submit}>
        <InputBase
          classNames={{ input: classes.input }}
          component="textarea"
          label="Add a note"
          maxLength={MAX_NOTE_CHARS}
          multiline
          onChange={(event) => setBody(event.currentTarget.value)}
          readOnly={isSending || isUncertain}
          rows={2}
          value={body}
        />
        {refusal && !isSending && <Refusal onSignedIn={submit} problem={refusal} />}
        {isUncertain && <Uncertain isAsking={isSending} onAskAgain={submit} />}
        {!isUncertain && (
          <BusyButton className={classes.add ?? ""} isBusy={isSending} type="submit" variant="default">
            Add
          </BusyButton>
        )}
      </form>
    </>
  );
}

import { Fragment } from "react";
import { Time } from "../../ui/time.tsx";
import type { Words } from "../dialog/dialog-types.ts";

export function Said({ words }: { words: Words }) {
  return words.map((word, index) => <Fragment key={index}>{said(word)}</Fragment>);
}

function said(word: Words[number]) {
  if (typeof word === "string") return word;
  return "at" in word ? <Time at={word.at} /> : <strong>{word.strong}</strong>;
}

import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from "@mantine/core";
import { fieldWord, GATE_WORDS, NUDGE_WORDS, RECOVERY_WORDS, saySpan } from "../policy-words.ts";
import type { Draft } from "./draft.ts";
import classes from "../policies.module.css";

type InputsProps = {
  draft: Draft;
  /** By field: why it cannot be saved so. */
  problems: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
};

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function PolicyInputs(props: InputsProps) {
  return (
    <>
      <StuckInputs {...props} />
      <PeopleInputs {...props} />
      <WorkerInputs {...props} />
    </>
  );
}

function StuckInputs(props: InputsProps) {
  const { draft, problems, onChange } = props;
  return (
    <fieldset>
      <legend>When an action is stuck</legend>
      <div className={classes.inputs}>
        <Radio.Group
          className={classes.wide ?? ""}
          error={problems["recovery"]}
          label={fieldWord("recovery")}
          onChange={(value) => onChange("recovery", value)}
          value={draft["recovery"] ?? ""}
        >
          <div className={classes.buttons}>
            {optionsOf(RECOVERY_WORDS).map(({ value, label }) => (
              <Radio key={value} label={label} value={value} />
            ))}
          </div>
        </Radio.Group>
        <Seconds {...props} name="staleAfterSeconds" />
        <Count {...props} name="maxAttempts" />
        <Seconds {...props} name="backoffSeconds" />
        <Seconds {...props} name="providerWindowSeconds" />
        <Textarea
          autosize
          className={`${classes.wide} ${classes.json}`}
          description="A rule as JSON, kept also while another recovery is chosen; docs/verify-rules.md explains it. Empty: none."
          error={problems["verify"]}
          label={fieldWord("verify")}
          maxRows={24}
          minRows={2}
          onChange={(event) => onChange("verify", event.currentTarget.value)}
          spellCheck={false}
          value={draft["verify"] ?? ""}
        />
      </div>
    </fieldset>
  );
}

function PeopleInputs(props: InputsProps) {
  const { draft, problems, onChange } = props;
  return (
    <fieldset>
      <legend>Who decides, and how long it counts</legend>
      <div className={classes.inputs}>
        <Count {...props} name="signOffs.resend" />
        <Count {...props} name="signOffs.dismiss" />
        <Count {...props} name="signOffs.markHappened" />
        <Seconds {...props} name="requestTtlSeconds" />
        <Seconds {...props} name="releaseTtlSeconds" />
        <Seconds {...props} name="holdSeconds" />
        <NativeSelect
          data={optionsOf(GATE_WORDS)}
          error={problems["gate"]}
          label={fieldWord("gate")}
          onChange={(event) => onChange("gate", event.currentTarget.value)}
          value={draft["gate"] ?? ""}
        />
        <Textarea
          autosize
          className={`${classes.wide} ${classes.json}`}
          description="One path of the payload in each line, like /text."
          error={problems["redact"]}
          label={fieldWord("redact")}
          minRows={1}
          onChange={(event) => onChange("redact", event.currentTarget.value)}
          spellCheck={false}
          value={draft["redact"] ?? ""}
        />
      </div>
    </fieldset>
  );
}

function WorkerInputs({ draft, problems, onChange }: InputsProps) {
  return (
    <fieldset>
      <legend>Workers</legend>
      <div className={classes.inputs}>
        <NativeSelect
          data={optionsOf(NUDGE_WORDS)}
          error={problems["nudge"]}
          label={fieldWord("nudge")}
          onChange={(event) => onChange("nudge", event.currentTarget.value)}
          value={draft["nudge"] ?? ""}
        />
        <TextInput
          error={problems["nudgeWebhook"] ?? problems["nudgeWebhook.url"]}
          label="Webhook address"
          onChange={(event) => onChange("webhookUrl", event.currentTarget.value)}
          value={draft["webhookUrl"] ?? ""}
        />
        <TextInput
          description="The name of a variable of the server"
          error={problems["nudgeWebhook.secretEnv"]}
          label="Webhook secret"
          onChange={(event) => onChange("webhookSecret", event.currentTarget.value)}
          value={draft["webhookSecret"] ?? ""}
        />
        <Checkbox
          checked={draft["paused"] === "yes"}
          className={classes.wide ?? ""}
          label="Paused: new claims, releases and tries of this kind wait"
          onChange={(event) => onChange("paused", event.currentTarget.checked ? "yes" : "no")}
        />
      </div>
    </fieldset>
  );
}

function Seconds(props: InputsProps & { name: string }) {
  const text = (props.draft[props.name] ?? "").trim();
  const isNumber = /^\d{1,9}$/.test(text);
  return <Count {...props} hint={isNumber ? `seconds: ${saySpan(Number(text))}` : "seconds"} />;
}

function Count({ name, draft, problems, onChange, hint }: InputsProps & { name: string; hint?: string }) {
  return (
    <TextInput
      description={hint}
      error={problems[name]}
      inputMode="numeric"
      label={fieldWord(name)}
      onChange={(event) => onChange(name, event.currentTarget.value)}
      value={draft[name] ?? ""}
    />
  );
}

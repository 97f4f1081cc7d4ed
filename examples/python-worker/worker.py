"""A worker in Python, with nothing but the standard library: sends mail at most once, over Notwice's worker API.

    python3 worker.py perform '{"runId": "run-42", "step": 0, "kind": "send_email", "target": "ana@acme.test", "payload": {...}}'
    python3 worker.py work

`perform` is one delivery of a job; its exit code says what the queue should do with the job: 0 done, 75 deliver again
later, 76 set aside until a person decided, 77 forget it. `work` executes what was released.

Environment: NOTWICE_URL, NOTWICE_TOKEN (scope "actions"), SMTP_HOST, SMTP_PORT.
"""

import json
import os
import signal
import smtplib
import sys
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

URL = os.environ["NOTWICE_URL"]
TOKEN = os.environ["NOTWICE_TOKEN"]
ANSWER_LIMIT_S = 60
EXIT_CODES = {"retry": 75, "park": 76, "drop": 77}


class Refused(Exception):
    """The API said no: `error` is the library's name for it, `disposition` what to do with the job."""

    def __init__(self, problem):
        super().__init__(problem["detail"])
        self.error = problem.get("error", problem["code"])
        self.disposition = problem.get("disposition", "retry")
        self.retry_after = problem.get("retryAfter")


class NotExecuted(Exception):
    """Proof that nothing happened. Permanent: trying again is pointless."""

    def __init__(self, message, phase, permanent=False):
        super().__init__(message)
        self.phase = phase
        self.permanent = permanent


def call(step, body, repeat_for_s=30):
    """One step. Every step may be repeated after a lost answer: it finds what it did by its token."""
    request = urllib.request.Request(
        f"{URL}/api/v1/actions/{step}",
        data=json.dumps(body).encode(),
        headers={"authorization": f"Bearer {TOKEN}", "content-type": "application/json"},
        method="POST",
    )
    give_up_at = time.monotonic() + repeat_for_s
    while True:
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_LIMIT_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as answer:
            if answer.code < 500:
                raise Refused(json.load(answer)) from None
            lost = answer
        except (urllib.error.URLError, OSError) as error:
            lost = error
        if time.monotonic() > give_up_at:
            raise lost
        time.sleep(1)


def send(mail, begin):
    """The effect. Whatever goes wrong before `begin` has been granted is proof; after it only the server's own no is."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = mail["from"], mail["to"], mail["subject"]
    # Both are part of the stored payload: a resend of the same bytes is the same message to whoever receives it.
    message["Message-ID"] = mail["messageId"]
    message["Date"] = format_datetime(datetime.fromisoformat(mail["date"]))
    message.set_content(mail["text"])
    try:
        smtp = smtplib.SMTP(os.environ["SMTP_HOST"], int(os.environ["SMTP_PORT"]), timeout=30)
        smtp.ehlo_or_helo_if_needed()
        for code, reply in (smtp.mail(mail["from"]), smtp.rcpt(mail["to"])):
            if code >= 400:
                raise NotExecuted(f"{code} {reply.decode(errors='replace')}", "envelope", permanent=code >= 500)
    except (OSError, smtplib.SMTPException) as error:
        raise NotExecuted(str(error), "connecting") from error
    begin()
    try:
        code, reply = smtp.data(message.as_bytes())
    except smtplib.SMTPDataError as error:
        raise NotExecuted(str(error), "data") from error  # refused before the first byte of the body
    if code >= 400 and code != 421:
        raise NotExecuted(f"{code} {reply.decode(errors='replace')}", "replied", permanent=code >= 500)
    if code != 250:
        raise OSError(f"the server's last word was {code}")
    smtp.close()
    return {"reply": reply.decode(errors="replace")}


def execute(action, heard_at):
    """Runs the effect of a claim and reports what became of it. `heard_at`: before the claim was asked for."""
    held = {name: action[name] for name in ("key", "token", "attempt")}

    def begin():
        try:
            call("begin", held, repeat_for_s=0)
        except OSError as error:
            raise NotExecuted("begin was not answered, so nothing was sent", "begin") from error
        # A process that slept here must not go on: others may be deciding about this action by now.
        if time.monotonic() - heard_at > action["timeLeftMs"] / 1000:
            raise NotExecuted("the time was up before anything was sent", "begun")

    try:
        receipt = send(action["payload"], begin)
    except Refused as refused:
        # begin() was not granted: nothing has been sent.
        return fail(held, NotExecuted(str(refused), "before begin"))
    except Exception as error:
        return fail(held, error)
    if os.environ.get("DIE_AFTER_SEND"):
        os.kill(os.getpid(), signal.SIGKILL)
    # From here on the mail is out: nothing but this success may be reported, however long it takes.
    call("succeed", {**held, "result": receipt}, repeat_for_s=600)
    return None


def fail(held, error):
    proven = isinstance(error, NotExecuted)
    report = {
        **held,
        "failure": "did_not_happen" if proven else "may_have_happened",
        "error": {"name": type(error).__name__, "message": str(error)},
    }
    if proven:
        report.update(permanent=error.permanent, phase=error.phase)
    answer = call("fail", report)
    return answer.get("disposition")


def perform(intent):
    """One delivery of a job. Returns what the queue should do with it; None when it is done."""
    heard_at = time.monotonic()
    # A new token for each delivery: one that is used again would be taken for a claim whose answer was lost.
    claim = call("claim", {**intent, "token": str(uuid.uuid4()), "twoPhase": True})
    if claim["outcome"] == "succeeded":
        print(json.dumps({"result": claim["result"]}))
        return None
    return execute(claim, heard_at)


def work(kinds):
    """Executes what was released, with the stored payload. WORK_ONCE: until nothing is left."""
    wait_s = 0 if os.environ.get("WORK_ONCE") else 25
    while True:
        heard_at = time.monotonic()
        asked = {"token": str(uuid.uuid4()), "kinds": kinds, "waitSeconds": wait_s, "twoPhase": True}
        actions = call("released", asked)["actions"]
        for action in actions:
            execute(action, heard_at)
        if not actions and wait_s == 0:
            return


if __name__ == "__main__":
    try:
        if sys.argv[1] == "work":
            work(["send_email"])
            sys.exit(0)
        disposition = perform(json.loads(sys.argv[2]))
    except Refused as refused:
        print(json.dumps({"error": refused.error, "retryAfter": refused.retry_after}))
        disposition = refused.disposition
    sys.exit(EXIT_CODES[disposition] if disposition else 0)

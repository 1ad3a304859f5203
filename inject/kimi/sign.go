package kimi

import (
	"strings"
	"time"

	"stead/inject"
	"stead/internal/format/kimi"
	"stead/internal/jsonl"
	"stead/internal/refusal"
	"stead/signs"
)

var _ inject.Signaller = Driver{}

// Sign implements inject.Signaller. What the CLI does stands in the session's records at once: approvals and questions, each failed attempt,
// the end of each turn and its error. The event stream repeats the attempts; why a headless run failed is said on standard error (2.1.0).
func (Driver) Sign(from inject.Source, said []byte) (signs.Sign, bool) {
	switch from {
	case inject.Event:
		return retryingEvent(said)
	case inject.Speech:
		return gaveUp(said)
	case inject.Record:
		return ofRecord(said)
	case inject.Screen:
		return ofScreen(said)
	}
	return signs.Sign{}, false
}

func retryingEvent(event jsonl.Value) (signs.Sign, bool) {
	if !event.Get("type").Is(kimi.Retrying) {
		return signs.Sign{}, false
	}
	return retrying(event, "status_code", "error_name", "error_message", "failed_attempt", "delay_ms")
}

// retrying reads a failed attempt, whose members have other names in the records than in the event stream.
func retrying(record jsonl.Value, status, name, message, attempt, delay string) (signs.Sign, bool) {
	return refusal.Retried(int(record.Get(status).Int()), record.Get(name).String()+": "+record.Get(message).String(),
		int(record.Get(attempt).Int()), time.Duration(record.Get(delay).Int())*time.Millisecond)
}

// failedRun begins the last line that a headless run writes to standard error.
const failedRun = "error: failed to run prompt: "

func gaveUp(said []byte) (signs.Sign, bool) {
	message, ok := strings.CutPrefix(string(said), failedRun)
	if !ok {
		return signs.Sign{}, false
	}
	_, text, _ := strings.Cut(message, ": ") // behind the code
	return refusal.Ended(refusal.Status(text), message), true
}

func ofRecord(record jsonl.Value) (signs.Sign, bool) {
	switch record.Get("type").String() {
	case kimi.TurnPrompt, kimi.InteractionResolved:
		return signs.Sign{State: signs.Working}, true
	case kimi.InteractionRequest:
		return asking(record)
	case kimi.Retrying:
		return retrying(record, "statusCode", "errorName", "errorMessage", "failedAttempt", "delayMs")
	case kimi.TurnEnded:
		return ended(record)
	}
	return signs.Sign{}, false
}

// asking reads a request for an approval, which has the call as it is drawn, or a question of the model's.
func asking(record jsonl.Value) (signs.Sign, bool) {
	request := record.Get("request")
	switch record.Get("kind").String() {
	case "approval":
		about := inject.Asking(request.Get("toolName").String(), request.Get("display"))
		return signs.Sign{State: signs.Permission, About: about}, true
	case "question":
		for question := range jsonl.Elements(request.Get("questions")) {
			return signs.Sign{State: signs.Input, About: question.Get("question").String()}, true
		}
		return signs.Sign{State: signs.Input}, true
	}
	return signs.Sign{}, false
}

// ended reads the end of a turn: completed, cancelled by the user, blocked by a hook, or failed. A plan's limit has the code of a wrong key
// (2.1.0): the words of the message tell them apart.
func ended(record jsonl.Value) (signs.Sign, bool) {
	if !record.Get("reason").Is("failed") {
		return signs.Sign{State: signs.Input}, true
	}
	failure := record.Get("error")
	message := failure.Get("code").String() + ": " + failure.Get("message").String()
	return refusal.Ended(int(failure.Get("details", "statusCode").Int()), message), true
}

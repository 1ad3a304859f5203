package kimi

import (
	"strings"
	"time"

	"stead/adapters/kimi"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/refusal"
)

var _ inject.Signaller = Driver{}

// Signal implements inject.Signaller. The CLI immediately writes its actions to the session's records: approvals and
// questions, each failed attempt, the end of each turn and its error. The event stream repeats the attempts. Standard
// error holds the reason for a failed headless run (2.1.0).
func (Driver) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	switch from {
	case inject.Event:
		return retryingEvent(said)
	case inject.Output:
		return gaveUp(said)
	case inject.Record:
		return ofRecord(said)
	case inject.Screen:
		return ofScreen(said)
	}
	return signals.Signal{}, false
}

func retryingEvent(event jsonl.Value) (signals.Signal, bool) {
	if !event.Get("type").Is(kimi.Retrying) {
		return signals.Signal{}, false
	}
	return retrying(event, "status_code", "error_name", "error_message", "failed_attempt", "delay_ms")
}

// retrying reads a failed attempt. Its members have different names in the records and in the event stream.
func retrying(record jsonl.Value, status, name, message, attempt, delay string) (signals.Signal, bool) {
	return refusal.Retried(int(record.Get(status).Int()), record.Get(name).String()+": "+record.Get(message).String(),
		int(record.Get(attempt).Int()), time.Duration(record.Get(delay).Int())*time.Millisecond)
}

// failedRun begins the last line that a headless run writes to standard error.
const failedRun = "error: failed to run prompt: "

func gaveUp(said []byte) (signals.Signal, bool) {
	message, ok := strings.CutPrefix(string(said), failedRun)
	if !ok {
		return signals.Signal{}, false
	}
	_, text, _ := strings.Cut(message, ": ") // after the code
	return refusal.Ended(refusal.Status(text), message), true
}

func ofRecord(record jsonl.Value) (signals.Signal, bool) {
	switch record.Get("type").String() {
	case kimi.TurnPrompt:
		return signals.Signal{State: signals.Working}, true
	case kimi.InteractionResolved:
		return signals.Signal{State: signals.Working, Answered: record.Get("id").String()}, true
	case kimi.InteractionRequest:
		return asking(record)
	case kimi.Retrying:
		return retrying(record, "statusCode", "errorName", "errorMessage", "failedAttempt", "delayMs")
	case kimi.TurnEnded:
		return ended(record)
	}
	return signals.Signal{}, false
}

// asking reads a request for an approval, which holds the call in its displayed form, or a question of the model.
func asking(record jsonl.Value) (signals.Signal, bool) {
	request := record.Get("request")
	switch record.Get("kind").String() {
	case "approval":
		question := questionOf(request.Get("toolName").String(), request.Get("display"))
		question.ID = record.Get("id").String()
		return signals.Signal{State: signals.Permission, About: question.About, Question: question}, true
	case "question":
		for question := range jsonl.Elements(request.Get("questions")) {
			return signals.Signal{State: signals.Input, About: question.Get("question").String()}, true
		}
		return signals.Signal{State: signals.Input}, true
	}
	return signals.Signal{}, false
}

// ended reads the end of a turn: completed, cancelled by the user, blocked by a hook, or failed. A plan's limit has the
// same code as an invalid key (2.1.0), so the words of the message distinguish them.
func ended(record jsonl.Value) (signals.Signal, bool) {
	if !record.Get("reason").Is("failed") {
		return signals.Signal{State: signals.Input}, true
	}
	failure := record.Get("error")
	message := failure.Get("code").String() + ": " + failure.Get("message").String()
	return refusal.Ended(int(failure.Get("details", "statusCode").Int()), message), true
}

package provider

import (
	"maps"
	"net/http"
	"sync"
	"time"
)

// Reply is what the model answers: thinking, then text, then calls, in the
// order in which models send them. Empty parts are left out.
type Reply struct {
	Thinking string
	Text     string
	Calls    []ToolCall
	// Usage is what the reply says it cost; zero means a small fixed cost.
	Usage Usage
	// Failure, when set, is the whole answer.
	Failure *Failure
	// Fault, when set, is the whole answer too: see [Refuse].
	Fault Fault
	// RetryAfter is how long a fault asks the client to wait. Zero says
	// nothing.
	RetryAfter time.Duration
	// Used is the share of the plan's window that is used, 0 to 1, and Reset
	// when that ends, as the services of plans tell it with every answer.
	// Zero says nothing; in a UsageLimit all is used.
	Used  float64
	Reset time.Time
	// Hold, when set, stops the stream after the text and before its end.
	Hold *Hold
}

// ToolCall is the model's wish to run a tool. Several in one Reply are
// parallel calls.
type ToolCall struct {
	// ID joins the call to its result; empty means an id made by the
	// provider.
	ID   string
	Tool string
	// Arguments is a JSON object.
	Arguments string
	// Namespace is that of the tool in the Responses API, where it has one.
	Namespace string
	// Input is the free text of a custom tool of the Responses API
	// (apply_patch, exec); when set, Arguments is not used.
	Input string
}

// Usage counts tokens.
type Usage struct {
	Input, Output, CacheRead, CacheWrite int
}

// Failure is an HTTP error, in the form of error that the API gives.
type Failure struct {
	// Status is the HTTP status, such as 429.
	Status int
	// Type is the API's own name for the error, such as rate_limit_error.
	Type    string
	Message string
	// Code is a second name beside Type, where the API has one; empty is the
	// same.
	Code string
	// Members are further members of the error.
	Members map[string]any
	// RetryAfter is sent as a header when it is set.
	RetryAfter time.Duration
}

func (f Failure) code() string { return orID(f.Code, f.Type) }

// with returns an error's body with the failure's further members.
func (f Failure) with(body object) object {
	maps.Copy(body, f.Members)
	return body
}

// Say returns a reply of text.
func Say(text string) Reply { return Reply{Text: text} }

// Use returns a reply that calls tools, in parallel when there are several.
func Use(calls ...ToolCall) Reply { return Reply{Calls: calls} }

// Fail returns a reply that is an HTTP error.
func Fail(status int, kind, message string) Reply {
	return Reply{Failure: &Failure{Status: status, Type: kind, Message: message}}
}

// Hold stops a reply in the middle, so that a test can interrupt a turn that
// certainly runs. The client's leaving and the provider's end release it too.
type Hold struct {
	reached, released chan struct{}
	reach, release    sync.Once
	// cut breaks the connection there.
	cut bool
}

// NewHold returns a hold for one reply.
func NewHold() *Hold {
	return &Hold{reached: make(chan struct{}), released: make(chan struct{})}
}

// Reached is closed when the reply has sent its text and waits.
func (h *Hold) Reached() <-chan struct{} { return h.reached }

// Release lets the reply go on.
func (h *Hold) Release() { h.release.Do(func() { close(h.released) }) }

// wait blocks until the hold is released or the request is given up.
func (h *Hold) wait(done <-chan struct{}) {
	if h == nil {
		return
	}
	if h.cut {
		panic(http.ErrAbortHandler)
	}
	h.reach.Do(func() { close(h.reached) })
	select {
	case <-h.released:
	case <-done:
	}
}

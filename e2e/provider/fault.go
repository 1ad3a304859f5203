package provider

import (
	"net/http"
	"strconv"
	"time"
)

// Fault is a way in which a service fails. Each API has its own form of it,
// as the services' documentation and their users' reports show them.
type Fault string

// The faults. A service that does not know one answers as it does to the
// nearest.
const (
	// UsageLimit: the plan's window, or the day's quota, is used up.
	UsageLimit Fault = "usage limit"
	// RateLimit: too many requests in a short time.
	RateLimit Fault = "rate limit"
	// Overloaded: the service has no room.
	Overloaded Fault = "overloaded"
	// Credit: there is no money left.
	Credit Fault = "credit"
	// Auth: the key is not taken.
	Auth Fault = "auth"
	// Context: the conversation is too long for the model.
	Context Fault = "context"
	// Cut: the stream breaks off in the middle.
	Cut Fault = "cut"
	// Silence: nothing comes at all, until the client leaves.
	Silence Fault = "silence"
)

// Refuse returns a reply that fails in the form of the API that is spoken.
// RetryAfter, Reset and Text of the reply can be set beside it.
func Refuse(fault Fault) Reply { return Reply{Fault: fault} }

// faults are the failures of one API, but for those of the connection.
type faults map[Fault]Failure

// of returns the failure of a reply.
func (f faults) of(reply Reply) Failure {
	failure := f[reply.Fault]
	failure.RetryAfter = reply.RetryAfter
	return failure
}

// refuse answers with a fault.
func (p *Provider) refuse(w http.ResponseWriter, r *http.Request, api dialect, request Request, serial int,
	reply Reply) {
	switch reply.Fault {
	case Silence:
		<-r.Context().Done()
	case Cut:
		reply.Text, reply.Hold = orID(reply.Text, "It breaks off."), &Hold{cut: true}
		api.render(newStream(w, r, serial), request, reply)
	default:
		fail(w, api, api.refusal(reply))
	}
}

func fail(w http.ResponseWriter, api dialect, f Failure) {
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
	}
	writeJSON(w, f.Status, api.failure(f))
}

// used returns the share of the plan's window that a reply says is used.
func (r Reply) used() float64 {
	if r.Fault == UsageLimit {
		return 1
	}
	return r.Used
}

// reset returns when the plan's window ends: the reply's own time, or one
// that is far enough away.
func (r Reply) reset() time.Time {
	if r.Reset.IsZero() {
		return time.Now().Add(5 * time.Hour)
	}
	return r.Reset
}

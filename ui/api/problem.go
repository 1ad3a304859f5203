package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"stead/adapters/adapter"
	"stead/catalog/listing"
	"stead/catalog/stats"
	"stead/ui/api/guard"
	"stead/ui/api/terminal"
	"stead/ui/model"
)

// Problem is an error in the format of RFC 9457.
type Problem struct {
	Type   string              `json:"type" doc:"the name of the exit code that stead ends with for such an error, or refused where nothing was tried" example:"not-found"`
	Title  string              `json:"title" doc:"what the status means"`
	Status int                 `json:"status" example:"404"`
	Detail string              `json:"detail" doc:"what was tried and what is wrong"`
	Hint   string              `json:"hint,omitempty" doc:"what to do about it"`
	Errors []*huma.ErrorDetail `json:"errors,omitempty" doc:"which parameters are wrong"`
}

// Error returns the detail of the problem.
func (p *Problem) Error() string { return p.Detail }

// GetStatus implements [huma.StatusError].
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements [huma.ContentTypeFilter].
func (p *Problem) ContentType(string) string { return "application/problem+json" }

func (p *Problem) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // a client that has left needs no answer
}

// The types of problems made in this package. All except refused are names of exit codes.
const (
	failed      = "failed"
	wrongUsage  = "wrong-usage"
	missing     = "not-found"
	refused     = "refused"
	interrupted = "interrupted"
)

// statuses are the HTTP statuses for names of exit codes that do not mean a failure of the server.
var statuses = map[string]int{
	wrongUsage: http.StatusUnprocessableEntity, missing: http.StatusNotFound, "ambiguous": http.StatusConflict,
	"would-lose":    http.StatusConflict,
	"not-installed": http.StatusConflict, interrupted: http.StatusServiceUnavailable,
}

// newProblem makes a problem from an error of the library. Nearly all of these are parameters that do not fit their
// description.
func newProblem(status int, detail string, errs ...error) huma.StatusError {
	p := &Problem{Type: wrongUsage, Title: http.StatusText(status), Status: status, Detail: detail}
	if status >= http.StatusInternalServerError {
		p.Type = failed
	}
	for _, err := range errs {
		var one huma.ErrorDetailer
		if errors.As(err, &one) {
			p.Errors = append(p.Errors, one.ErrorDetail())
		} else if err != nil {
			p.Errors = append(p.Errors, &huma.ErrorDetail{Message: err.Error()})
		}
	}
	return p
}

// questions are the errors of invalid requests, which the command line detects before it calls the model.
var questions = []error{model.ErrQuery, terminal.ErrMessage, listing.ErrQuery, stats.ErrQuery}

// unreadable are the errors of sessions that exist but cannot be read. They are not failures of the server.
var unreadable = []error{adapter.ErrFormat, adapter.ErrEmpty}

// problem describes an error.
func (s *server) problem(ctx context.Context, err error) huma.StatusError {
	name, hint := s.Fault(err)
	status, ok := statuses[name]
	switch {
	case ctx.Err() != nil:
		name, status = interrupted, http.StatusServiceUnavailable
	case errors.Is(err, guard.ErrToken), errors.Is(err, guard.ErrSecrets):
		name, status = refused, http.StatusUnauthorized
	case errors.Is(err, terminal.ErrWatchOnly):
		name, status = refused, http.StatusForbidden
	case errors.Is(err, guard.ErrTooMany):
		name, status = refused, http.StatusTooManyRequests
	case isAny(err, questions):
		name, status = wrongUsage, http.StatusUnprocessableEntity
	case errors.Is(err, model.ErrState):
		status = http.StatusConflict
	case isAny(err, unreadable):
		status = http.StatusUnprocessableEntity
	case !ok:
		status = http.StatusInternalServerError
	}
	return &Problem{Type: name, Title: http.StatusText(status), Status: status, Detail: err.Error(), Hint: hint}
}

func isAny(err error, kinds []error) bool {
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// notFound is the problem of a path that has no route.
func notFound(r *http.Request) *Problem {
	return &Problem{
		Type: missing, Title: http.StatusText(http.StatusNotFound), Status: http.StatusNotFound,
		Detail: "there is no route " + r.Method + " " + r.URL.Path, Hint: Prefix + "/openapi.json describes the routes",
	}
}

package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// ServiceError is a service that gave no answer.
type ServiceError struct {
	URL string
	// Status is the HTTP status, 0 when there was none.
	Status  int
	Problem string
}

// Error says what was asked and what is wrong.
func (e *ServiceError) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("ask %s: %s", e.URL, e.Problem)
	}
	return fmt.Sprintf("ask %s: it answered %d %s: %s", e.URL, e.Status, http.StatusText(e.Status), e.Problem)
}

// Hint says what to do.
func (e *ServiceError) Hint() string {
	switch e.Status {
	case 0:
		return "check that the service runs, and its address: `stead config` shows the settings memory.embeddings and memory.model"
	case http.StatusUnauthorized, http.StatusForbidden:
		return "set key_env to the name of the environment variable that holds the key"
	case http.StatusNotFound:
		return "the address ends before /embeddings and /chat/completions, often with /v1; the model must be one of the service's"
	}
	return ""
}

// plainError returns what is wrong, without the request's method and address around it.
func plainError(err error) string {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err.Error()
	}
	return err.Error()
}

// mostProblem is how much of a refusal is shown, in bytes.
const mostProblem = 300

// problem returns what a service says about a refusal: the message of OpenAI's form, else the beginning of the text.
func problem(content []byte) string {
	var told struct{ Error json.RawMessage }
	var inner struct{ Message string }
	if json.Unmarshal(content, &told) == nil && json.Unmarshal(told.Error, &inner) == nil && inner.Message != "" {
		return inner.Message
	}
	text := strings.Join(strings.Fields(string(content)), " ")
	return text[:min(len(text), mostProblem)]
}

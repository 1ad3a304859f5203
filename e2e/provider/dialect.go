package provider

import "net/http"

// dialect is one model API: how its requests are read and its replies sent.
type dialect interface {
	// name is the Dialect of its requests.
	name() string
	// match says whether a call is one of this API, by method and path.
	match(*http.Request) bool
	// parse fills in the common view of a request from its Body, Path and
	// Header.
	parse(*Request) error
	// render sends a reply as the API's event stream, or whole where the
	// request wants it so.
	render(*stream, Request, Reply)
	// failure is the body of an HTTP error in the API's form.
	failure(Failure) any
	// refusal is how the service answers with a fault of the reply's.
	refusal(Reply) Failure
	// window sets the headers by which the service tells how much of a
	// plan's window is used.
	window(http.Header, Reply)
}

// dialects are the APIs that the provider speaks.
func dialects() []dialect { return []dialect{anthropic{}, responses{}, chat{}, gemini{}} }

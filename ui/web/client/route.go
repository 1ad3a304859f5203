package client

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// The media types that this package distinguishes.
const (
	jsonType   = "application/json"
	streamType = "text/event-stream"
)

// errRoute is the error of a route that cannot be expressed.
var errRoute = errors.New("cannot be written as a function")

// routeOf returns the function that calls a route. For a stream or a WebSocket, which no function can return, it
// returns only the path.
func routeOf(o *huma.Operation) (string, error) {
	path, err := segments(o)
	if err != nil {
		return "", err
	}
	if isStream(o) {
		return pathAlone(o, path), nil
	}
	given, isNeeded, err := givenTo(o)
	if err != nil {
		return "", err
	}
	body, sent, err := bodyOf(o)
	if err != nil {
		return "", err
	}
	answer, send, err := answerOf(o)
	if err != nil {
		return "", err
	}
	return describe(o) + fmt.Sprintf("export function %s(%s): Promise<%s> {\n  return %s(%s, [%s], %s, %s, options);\n}\n",
		functionName(o.OperationID), parameters(given, isNeeded, body), answer,
		send, literal(o.Method), strings.Join(values(path, "given"), ", "), query(o), sent), nil
}

// parameters returns the parameter list of a function. If it includes an object, each parameter has its own line.
func parameters(given string, isNeeded bool, body string) string {
	var all []string
	if given != "" {
		all = append(all, "given: "+given)
	}
	if given != "" && !isNeeded {
		all[0] += " = {}"
	}
	if body != "" {
		all = append(all, "body: "+body)
	}
	all = append(all, "options?: Options")
	if given == "" {
		return strings.Join(all, ", ")
	}
	return "\n  " + strings.Join(all, ",\n  ") + ",\n"
}

// describe returns the comment for a route.
func describe(o *huma.Operation) string {
	summary := o.Summary
	if summary != "" {
		summary += "."
	}
	return comment("", summary, o.Description)
}

// segment is a part of a path between slashes: a text, or the name of a parameter.
type segment struct {
	text    string
	isGiven bool
}

func segments(o *huma.Operation) ([]segment, error) {
	var all []segment
	for text := range strings.SplitSeq(strings.Trim(o.Path, "/"), "/") {
		name, isGiven := strings.CutPrefix(text, "{")
		name, isClosed := strings.CutSuffix(name, "}")
		if isGiven != isClosed || strings.ContainsAny(name, "{}") {
			return nil, fmt.Errorf("the path %s, with a part that is given in half, %w", o.Path, errRoute)
		}
		all = append(all, segment{name, isGiven})
	}
	return all, nil
}

// values returns the expressions for a path's segments. Without an object, parameters are variables.
func values(path []segment, object string) []string {
	var all []string
	for _, s := range path {
		switch {
		case !s.isGiven:
			all = append(all, literal(s.text))
		case object == "":
			all = append(all, functionName(s.text))
		default:
			all = append(all, memberOf(object, s.text))
		}
	}
	return all
}

// isStream reports whether the response is a stream of events or a WebSocket.
func isStream(o *huma.Operation) bool {
	if _, isSocket := o.Responses["101"]; isSocket {
		return true
	}
	answer := success(o)
	return answer != nil && answer.Content[streamType] != nil
}

// pathAlone returns the declaration of a route's path, named after its last segment that is not a parameter.
func pathAlone(o *huma.Operation, path []segment) string {
	var name string
	var parameters []string
	for _, s := range path {
		if s.isGiven {
			parameters = append(parameters, functionName(s.text)+": string")
		} else {
			name = functionName(s.text) + "Path"
		}
	}
	list := "[" + strings.Join(values(path, ""), ", ") + "]"
	if len(parameters) == 0 {
		return describe(o) + "export const " + name + " = " + list + ";\n"
	}
	return describe(o) + "export function " + name + "(" + strings.Join(parameters, ", ") + "): string[] {\n  return " +
		list + ";\n}\n"
}

// givenTo returns the type of the path and query parameters, and whether one of them is required. The file call.ts
// handles those in headers.
func givenTo(o *huma.Operation) (text string, isNeeded bool, err error) {
	var members []member
	for _, p := range o.Parameters {
		if p.In != "path" && p.In != "query" {
			continue
		}
		schema := *p.Schema
		schema.Nullable = false // a parameter is there or not
		needed := p.Required || p.In == "path"
		members = append(members, member{p.Name, p.Description, &schema, needed})
		isNeeded = isNeeded || needed
	}
	if len(members) == 0 {
		return "", false, nil
	}
	text, err = object(members, "  ")
	return text, isNeeded, err
}

// query returns the query parameters. Many of them take a line each.
func query(o *huma.Operation) string {
	var all []string
	for _, p := range o.Parameters {
		if p.In == "query" {
			all = append(all, memberName(p.Name)+": "+memberOf("given", p.Name))
		}
	}
	switch {
	case len(all) == 0:
		return "{}"
	case len(all) > 3:
		return "{\n    " + strings.Join(all, ",\n    ") + ",\n  }"
	}
	return "{ " + strings.Join(all, ", ") + " }"
}

// bodyOf returns the type of the body, and the expression to send. For an act without a body it sends {}, because the
// server requires a body.
func bodyOf(o *huma.Operation) (text, sent string, err error) {
	switch {
	case o.RequestBody != nil && o.RequestBody.Content[jsonType] == nil:
		return "", "", fmt.Errorf("a body that is not JSON %w", errRoute)
	case o.RequestBody != nil:
		text, err = typeOf(o.RequestBody.Content[jsonType].Schema, "")
		return text, "body", err
	case o.Method == http.MethodGet:
		return "", "undefined", nil
	}
	return "", "{}", nil
}

// answerOf returns the type of the response, and the function of call.ts that gets it.
func answerOf(o *huma.Operation) (text, send string, err error) {
	answer := success(o)
	if answer == nil {
		return "", "", fmt.Errorf("a route without an answer %w", errRoute)
	}
	if answer.Content[jsonType] == nil {
		return "Response", "fetchBytes", nil
	}
	text, err = typeOf(answer.Content[jsonType].Schema, "")
	return text, "call", err
}

// success returns the response of a successful request.
func success(o *huma.Operation) *huma.Response {
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if strings.HasPrefix(status, "2") {
			return o.Responses[status]
		}
	}
	return nil
}

// Package api serves a browser of sessions and runs over HTTP: JSON, described by an OpenAPI document that is made of the Go types, and one stream of
// events. It has no logic of its own: routes turn parameters into questions of package browser, and errors into problems.
package api

package api

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"stead/ui/api/others"
)

// onPath begins the routes of other machines. The machine's name follows, then the path in that machine's API.
const onPath = "/on/"

// splitMachine splits a path, as sent, into the machine's name and the path in that machine's own API. Ok is false for
// a path of this server.
func splitMachine(path string) (name, there string, ok bool) {
	rest, isOn := strings.CutPrefix(path, Prefix+onPath)
	name, there, hasRoute := strings.Cut(rest, "/")
	if !isOn || !hasRoute || name == "" {
		return "", "", false
	}
	return name, Prefix + "/" + there, true
}

// withOthers forwards the routes of other machines to those machines.
func (o Options) withOthers(own http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, there, ok := splitMachine(r.URL.EscapedPath())
		if !ok {
			own.ServeHTTP(w, r)
			return
		}
		client, err := o.Others.Client(name)
		e := Elsewhere{Client: client, Host: o.Others.Host(), Guard: o.Guard, Own: own, Fault: o.Fault}
		if errors.Is(err, others.ErrApart) {
			e.problem(err).write(w)
			return
		}
		path, malformed := url.PathUnescape(there)
		if err != nil || malformed != nil {
			problem := notFound(r)
			if err != nil {
				problem.Detail, problem.Hint = err.Error(), "stead machines lists your machines"
			}
			problem.write(w)
			return
		}
		onward := r.Clone(r.Context())
		onward.URL.Path, onward.URL.RawPath = path, there
		e.New().ServeHTTP(w, onward)
	})
}

// ofOthers describes the entries of other machines in a list.
func ofOthers(what string) string {
	return "Where this machine has joined a hub, the newest " + what +
		" of the user's other machines are among them, as they were some seconds ago, beyond the limit. " +
		"All routes of a machine's own API are below " + Prefix + onPath + "{machine}."
}

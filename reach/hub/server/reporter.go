package server

import (
	"fmt"
	"strings"
)

// reporter hands on what the server complains about. What it only tells, nobody needs.
type reporter struct{ failed func(error) }

// strangers are complaints that anybody can provoke who finds the port, and any machine that joins or is revoked. Who
// has no key is told so.
var strangers = []string{"authentication error", "TLS handshake error"}

// Errorf reports an error, as of a machine that does what it may not.
func (r reporter) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	for _, s := range strangers {
		if strings.Contains(text, s) {
			return
		}
	}
	r.failed(fmt.Errorf("the server says: %s", text))
}

// Fatalf reports an error by which the server ends.
func (r reporter) Fatalf(format string, v ...any) {
	r.failed(fmt.Errorf("the server ends: "+format, v...))
}

// Warnf is not handed on: at each start it has a warning about the settings that a hub has.
func (reporter) Warnf(string, ...any) {}

// Noticef is not handed on.
func (reporter) Noticef(string, ...any) {}

// Debugf is not handed on.
func (reporter) Debugf(string, ...any) {}

// Tracef is not handed on.
func (reporter) Tracef(string, ...any) {}

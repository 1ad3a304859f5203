package drivertest

import (
	"slices"
	"testing"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/testkit/parrot"
)

// faulty is a sound driver, but for the fault that a test gives it.
type faulty struct {
	parrot.Driver
	fault string
}

func (f faulty) Program() inject.Program {
	if f.fault == "nobody can install it" {
		return inject.Program{Names: []string{"faulty"}}
	}
	return f.Driver.Program()
}

func (f faulty) Command(l inject.Launch) inject.Command {
	c := f.Driver.Command(l)
	switch f.fault {
	case "another session":
		c.Arguments = slices.DeleteFunc(c.Arguments, func(a string) bool { return a == l.Session.ID })
	case "the prompt is lost":
		c.Input, c.Typed = "", nil
	case "the prompt is an argument":
		c.Input, c.Typed, c.Arguments = "", nil, append(c.Arguments, l.Prompt)
	}
	return c
}

func (f faulty) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	if f.fault == "noise ends the turn" {
		return signals.Signal{State: signals.Failed}, true
	}
	return f.Driver.Signal(from, said)
}

// recorder is a test that may fail without failing the test that looks at it.
type recorder struct {
	testing.TB
	failures int
}

func (r *recorder) Errorf(string, ...any) { r.failures++ }

func TestEachFaultIsSeen(t *testing.T) {
	for fault, check := range map[string]func(testing.TB, inject.Driver){
		"nobody can install it":     checkProgram,
		"another session":           checkCommand,
		"the prompt is lost":        checkCommand,
		"the prompt is an argument": checkCommand,
		"noise ends the turn":       checkNoise,
	} {
		r := &recorder{TB: t}
		check(r, faulty{fault: fault})
		if r.failures == 0 {
			t.Errorf("nothing was said of the fault: %s", fault)
		}
	}
}

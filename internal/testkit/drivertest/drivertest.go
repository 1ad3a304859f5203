// Package drivertest is the suite of tests that every driver inherits. It needs no CLI: it checks command lines, and
// sends the driver output that no CLI produces.
package drivertest

import (
	"slices"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/writers"
)

// Run runs the suite, each check as a subtest.
func Run(t *testing.T, d inject.Driver) {
	for name, check := range checks {
		t.Run(name, func(t *testing.T) { check(t, d) })
	}
}

// checks take a testing.TB, so that the suite's own test can watch them fail.
var checks = map[string]func(testing.TB, inject.Driver){
	"the program can be found or installed":    checkProgram,
	"the session and the prompt reach the CLI": checkCommand,
	"noise is no signal":                       checkNoise,
}

func checkProgram(t testing.TB, d inject.Driver) {
	p := d.Program()
	if len(p.Names) == 0 || p.Package == "" && p.Install == "" {
		t.Errorf("it is looked for as %q, and installed by %q %q", p.Names, p.Package, p.Install)
	}
	if d.Window("") <= 0 || d.Window("a model of tomorrow") <= 0 {
		t.Error("a model that is not known has no window")
	}
}

// checkCommand starts the CLI with a short prompt, one that looks like an option, and one that is too long for an
// argument.
func checkCommand(t testing.TB, d inject.Driver) {
	for _, prompt := range []string{"Go on", "--help", strings.Repeat("x", inject.MaxArgument+1)} {
		for _, headless := range []bool{true, false} {
			c := d.Command(launch(prompt, headless))
			if !names(c.Arguments, "SESSION") {
				t.Errorf("headless %v: %.200q names no session", headless, c.Arguments)
			}
			if got := deliveries(c, prompt); got != 1 {
				t.Errorf("headless %v: the prompt %.10q is given %d times", headless, prompt, got)
			}
			if c.Input != "" && !headless {
				t.Error("the CLI is given an input where it has a terminal")
			}
			if i := slices.Index(c.Arguments, "--help"); prompt == "--help" && i > 0 && c.Arguments[i-1] != "--" {
				t.Errorf("headless %v: the CLI takes the prompt for an option in %q", headless, c.Arguments)
			}
			if slices.ContainsFunc(c.Arguments, func(a string) bool { return len(a) > inject.MaxArgument+100 }) {
				t.Errorf("headless %v: a prompt of %d bytes is an argument", headless, len(prompt))
			}
		}
	}
}

func launch(prompt string, headless bool) inject.Launch {
	host := adapter.Host{Home: "/home/user", Getenv: func(string) string { return "" }}
	return inject.Launch{Environment: inject.Environment{Host: host, Dir: "/home/user/demo"}, Prompt: prompt,
		Session:  writers.Receipt{ID: "SESSION", Path: "/SESSION", Dir: "/home/user/demo"},
		Headless: headless, Events: "/RUN/events.jsonl"}
}

func names(arguments []string, text string) bool {
	return slices.ContainsFunc(arguments, func(a string) bool { return strings.Contains(a, text) })
}

// deliveries counts the ways in which a command passes the prompt to the CLI.
func deliveries(c inject.Command, prompt string) (n int) {
	if c.Typed != nil && c.Typed.Text == prompt {
		n++
	}
	for _, text := range append([]string{c.Input}, c.Arguments...) {
		if text == prompt || strings.HasSuffix(text, "="+prompt) {
			n++
		}
	}
	return n
}

// checkNoise sends lines that are cut off, that are something else, or that never end.
func checkNoise(t testing.TB, d inject.Driver) {
	signaller, ok := d.(inject.Signaller)
	if !ok {
		t.Fatal("it tells nothing of what the CLI does")
	}
	for from := inject.Event; from <= inject.Screen; from++ {
		for _, said := range noise {
			if signal, ok := signaller.Signal(from, []byte(said)); ok &&
				(signal.Limit != nil || signal.State.Ended() || signal.State.Waits()) {
				t.Errorf("source %d: %.40q means %+v", from, said, signal)
			}
		}
	}
}

var noise = []string{
	"", " ", "{", "}", "[]", "null", "17", `"x"`, `{"type"`, `{"type":`, `{"type":"`, `{"type":{}}`,
	`{"type":[],"error":[],"payload":[],"properties":[]}`,
	`{"type":"error"`, `{"payload":{"type":17}}`, "\x00\xff\x1b[31m", "Usage limit reached, they said.", "state=", "=:=:",
	strings.Repeat("[", 10_000), strings.Repeat(`{"type":`, 1_000), strings.Repeat("x", 1<<20),
	strings.Repeat("\n", 1_000),
}

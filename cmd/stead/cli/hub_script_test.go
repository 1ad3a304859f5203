package cli

import (
	"regexp"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// succeeds runs a program again and again until it succeeds, as it does once what it needs is there: succeeds stead hub
// machines.
func succeeds(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: succeeds program [args...]")
	}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		err := ts.Exec(args[0], args[1:]...)
		if err == nil {
			return
		}
		if time.Now().After(end) {
			ts.Fatalf("%v", err)
		}
	}
}

// captures sets a variable to what an expression's group matches in a file: captures LINE stdout 'join (\S+)'.
func captures(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: captures NAME file expression")
	}
	match := regexp.MustCompile(args[2]).FindStringSubmatch(ts.ReadFile(args[1]))
	if len(match) != 2 {
		ts.Fatalf("%s does not match %s", args[1], args[2])
	}
	ts.Setenv(args[0], match[1])
}

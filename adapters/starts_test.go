package adapters_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/testkit"
	"stead/writers"
)

// TestStarts shows how each CLI starts a session of its own, and how it is told what it may do without asking. It is
// meant to be read like code.
func TestStarts(t *testing.T) {
	var told strings.Builder
	for _, driver := range adapters.Drivers() {
		for _, headless := range []bool{true, false} {
			for _, allow := range []inject.Allowance{inject.AsConfigured, inject.Edits, inject.Everything} {
				fmt.Fprintf(&told, "%-10s %-10s %-10s  %s\n", driver.Info().Name, cmp.Or(string(allow), "configured"),
					mode(headless), line(begin(driver, launch(headless, allow))))
			}
		}
	}
	testkit.Golden(t, "testdata/starts.txt", []byte(told.String()))
}

// TestUsersOwnAllowanceStaysAlone passes options that CLIs accept only once.
func TestUsersOwnAllowanceStaysAlone(t *testing.T) {
	for name, own := range map[string]string{"gemini": "--yolo", "qwen": "--approval-mode=plan", "opencode": "--auto"} {
		for _, driver := range adapters.Drivers() {
			if driver.Info().Name != name {
				continue
			}
			l := launch(true, inject.Everything)
			l.Arguments = []string{own}
			if got := line(driver.Command(l)); strings.Count(got, "--yolo")+strings.Count(got, "--approval-mode")+
				strings.Count(got, "--auto") != 1 {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

func mode(headless bool) string {
	if headless {
		return "headless"
	}
	return "terminal"
}

func launch(headless bool, allow inject.Allowance) inject.Launch {
	host := adapter.Host{Getenv: func(string) string { return "" }}
	return inject.Launch{
		Environment: inject.Environment{Host: host, Dir: "/home/user/demo"},
		Session:     writers.Receipt{ID: "ID", Path: "/PATH", Dir: "/home/user/demo"},
		Prompt:      "Go",
		Headless:    headless,
		Allow:       allow,
		Events:      "/RUN/events.jsonl",
	}
}

func begin(driver inject.Driver, l inject.Launch) inject.Command {
	if starter, ok := driver.(inject.SessionStarter); ok {
		return starter.Begin(l)
	}
	return driver.Command(l)
}

// line returns a command line, followed by the part of its environment that concerns permissions and trust.
func line(c inject.Command) string {
	var words []string
	for _, variable := range c.Environment {
		if strings.Contains(variable, "PERMISSION") || strings.Contains(variable, "TRUST") {
			words = append(words, variable)
		}
	}
	words = append(words, c.Arguments...)
	if c.Input != "" {
		words = append(words, "< prompt")
	}
	if c.Typed != nil {
		words = append(words, "(types the prompt)")
	}
	for _, file := range c.Files {
		if filepath.Base(file.Path) == "qwen-trusted.json" {
			words = append(words, string(file.Content))
		}
	}
	return strings.Join(words, " ")
}

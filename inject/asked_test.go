package inject_test

import (
	"testing"

	"stead/inject"
	"stead/inject/signals"
)

func TestAskingNamesTheToolAndItsMainArgument(t *testing.T) {
	for input, want := range map[string]string{
		`{"description":"Make it","command":"make all"}`: "Bash: make all",
		`{"old_string":"a","file_path":"/x.go"}`:         "Bash: /x.go",
		`{"count":3}`:                                    "Bash",
		`null`:                                           "Bash",
	} {
		if got := inject.Asking("Bash", []byte(input)); got != want {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}

func TestQuestionStandsAboveItsAnswers(t *testing.T) {
	questions := []inject.Question{{Text: "Allow execution of", Answer: "1. Allow once", State: signals.Permission}}
	for screen, want := range map[string]string{
		"│ Allow execution of [Shell]?   │\n│   │\n│ ● 1. Allow once │": "Allow execution of [Shell]?",
		"│ ● 1. Allow once │\n│ Allow execution of [Shell]?   │":        "",
		"It asks \"Allow execution of [Shell]?\"\n1. Allow once":        "",
		"Allow execution of what?\nNothing":                             "",
	} {
		signal, ok := inject.Asked([]byte(screen), questions)
		if signal.About != want || ok != (want != "") || ok && signal.State != signals.Permission {
			t.Errorf("%s: %+v, %v", screen, signal, ok)
		}
	}
}

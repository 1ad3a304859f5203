package templates_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/orchestrator/templates"
)

// write puts a file into a folder and returns its path.
func write(t *testing.T, folder, name, content string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func parse(t *testing.T, content string) templates.Template {
	t.Helper()
	parsed, err := templates.Parse("t", "/home/user/t.md", []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func host(t *testing.T) templates.Host {
	t.Helper()
	return templates.Host{Dir: t.TempDir(), Environ: []string{"PATH=/usr/bin:/bin"}}
}

func TestEachTypeStandsInTheBodyAsWhatItIs(t *testing.T) {
	parsed := parse(t, `---
vars:
  text: text
  n: {type: number}
  sure: {type: bool}
  depth: {type: choice, choices: [short, long], default: short}
  files: {type: lines, default: [a.go, b.go]}
  at: {type: path}
---
{{.text}}|{{if gt .n 2}}many{{end}}|{{if .sure}}yes{{end}}|{{.depth}}|{{range .files}}<{{.}}>{{end}}|{{.files}}|{{.at}}
`)
	got, err := parsed.Render(t.Context(), map[string]string{"text": "<b>", "n": "3", "sure": "yes", "at": "x y"}, host(t))
	if want := "<b>|many|yes|short|<a.go><b.go>|a.go\nb.go|x y"; err != nil || got != want {
		t.Errorf("it is %q, %v; want %q", got, err, want)
	}
}

func TestValuesAreCheckedBeforeAnythingRuns(t *testing.T) {
	h := host(t)
	parsed := parse(t,
		"---\nvars: {n: {type: number}, sure: {type: bool}, depth: {type: choice, choices: [short, long]}, task: {required: true, description: what to do}}\n"+
			"inputs: {x: {command: touch ran}}\n---\n{{.n}}")
	for given, want := range map[string]string{
		"n=three": `"three" is not a number`, "sure=maybe": "neither yes nor no", "depth=shrot": "did you mean short?",
		"dept=short": "did you mean depth?", "zzzzzz=1": "it takes n, sure, depth, task",
		"n=1": "task is missing: what to do",
	} {
		name, value, _ := strings.Cut(given, "=")
		values := map[string]string{name: value}
		if name != "n" || value == "three" {
			values["task"] = "x"
		}
		_, err := parsed.Render(t.Context(), values, h)
		if !errors.Is(err, templates.ErrValue) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", given, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(h.Dir, "ran")); err == nil {
		t.Error("the command ran")
	}
}

func TestWhatIsMissingIsAskedFor(t *testing.T) {
	h := host(t)
	h.Ask = func(_ context.Context, v templates.Variable) (string, error) { return "the " + v.Name, nil }
	got, err := parse(t, "---\nvars: {task: {required: true}, other: text}\n---\n{{.task}}{{.other}}").Render(
		t.Context(), nil, h)
	if err != nil || got != "the task" {
		t.Errorf("it is %q, %v", got, err)
	}
}

func TestInputsAreReadWhenRendered(t *testing.T) {
	h := host(t)
	write(t, h.Dir, "notes.txt", "be kind\n")
	parsed := parse(t, `---
vars: {who: {default: "you; rm -rf x"}}
inputs:
  notes: {file: notes.txt}
  said: {command: 'echo "for $STEAD_VAR_who"; echo more >&2'}
  none: {file: missing.txt, optional: true}
  fails: {command: exit 3, optional: true}
---
{{.notes}}|{{.said}}|{{.none}}{{.fails}}|{{file "notes.txt"}}`)
	if got, err := parsed.Render(t.Context(), nil, h); err != nil || got != "be kind|for you; rm -rf x\nmore||be kind" {
		t.Errorf("it is %q, %v", got, err)
	}
	h.Preview = true
	if got, err := parsed.Render(t.Context(), nil, h); err != nil ||
		!strings.Contains(got, `|(output of: echo "for $STEAD_VAR_who"; echo more >&2)|`) {
		t.Errorf("the preview is %q, %v", got, err)
	}
}

func TestInputThatFailsIsSaidByName(t *testing.T) {
	for content, want := range map[string]string{
		"---\ninputs: {a: {command: 'echo no such branch; exit 4'}}\n---\n":     "input a of template t: echo no such branch; exit 4: exit code 4: no such branch",
		"---\ninputs: {a: {file: missing.txt}}\n---\n":                          "input a of template t: there is no file missing.txt",
		"---\ninputs: {a: {command: sleep 60, timeout: 50ms}}\n---\n":           "longer than 50ms",
		"---\ninputs: {a: {command: 'mkfifo p && echo ok'}}\n---\n{{file `p`}}": "is not a file",
	} {
		h := host(t)
		if _, err := parse(t, content).Render(t.Context(), nil, h); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", content, err, want)
		}
	}
}

func TestLongOutputIsKeptFromItsEnd(t *testing.T) {
	parsed := parse(t,
		"---\ninputs: {a: {command: 'head -c 400000 /dev/zero | tr \"\\0\" x; echo; echo end'}}\n---\n{{.a}}")
	got, err := parsed.Render(t.Context(), nil, host(t))
	if err != nil || len(got) > 300<<10 || !strings.HasPrefix(got, "(only the last 256 kB") ||
		!strings.HasSuffix(got, "\nend") {
		t.Errorf("%d bytes: %.60q, %v", len(got), got, err)
	}
}

func TestWhatIsWrongInATemplateIsNamedWithItsLine(t *testing.T) {
	for content, want := range map[string]string{
		"---\ndescription: x\nvars:\n  a:\n    typ: text\n---\n":          "t.md:5: vars.a.typ: there is no such key: did you mean type?",
		"---\nvars:\n  a: nubmer\n---\n":                                  `t.md:3: vars.a: there is no type "nubmer": did you mean number?`,
		"---\nvars:\n  a: {type: choice}\n---\n":                          "t.md:3: vars.a: choices and the type choice need each other",
		"---\nvars:\n  a: {type: number, default: x}\n---\n":              `t.md:3: vars.a.default: a: "x" is not a number`,
		"---\nvars:\n  a-b: text\n---\n":                                  "t.md:3: vars.a-b: the body cannot name it",
		"---\nvars:\n  a: text\ninputs:\n  a: {file: x}\n---\n":           "t.md:5: inputs.a: there is another a",
		"---\ninputs:\n  a: {file: x, command: y}\n---\n":                 "t.md:3: inputs.a: an input is either a file or a command",
		"---\ninputs:\n  a: {command: y, timeout: soon}\n---\n":           `t.md:3: inputs.a.timeout: "soon" is not a time`,
		"---\nvars: [a]\n---\n":                                           "t.md:2: vars: expected `key: value` lines",
		"---\ndescription: a\ndescription: b\n---\n":                      "t.md:3: description: it appears twice",
		"---\ndescription: x\n":                                           "t.md:1: the front matter has no end",
		"---\nvars:\n  a: [\n---\n":                                       "t.md: line ",
		"---\nvars:\n  task: text\n---\n\nDo {{.tsak}} now":               "t.md:6: {{.tsak}} is neither a variable nor an input: did you mean task?",
		"---\nvars:\n  task: text\n---\n{{range .task}}{{$.taks}}{{end}}": "t.md:5: {{.taks}} is neither",
		"---\nvars:\n  task: text\n---\n\n\n{{.task":                      "t.md:7: unclosed action",
		"Do\n{{fnece .x}}":                                                `t.md:2: function "fnece" not defined`,
	} {
		_, err := templates.Parse("t", "t.md", []byte(content))
		var wrong *templates.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", content, err, want)
		}
	}
}

func TestFileWithoutFrontMatterIsAPrompt(t *testing.T) {
	if got, err := parse(t, "Go on.\n\n---\n\nReally.\n").Render(t.Context(), nil, host(t)); err != nil ||
		got != "Go on.\n\n---\n\nReally." {
		t.Errorf("it is %q, %v", got, err)
	}
	if got, err := parse(t, "\ufeff---\r\ndescription: x\r\n---\r\nHello\r\n").Render(t.Context(), nil,
		host(t)); err != nil || got != "Hello" {
		t.Errorf("with line ends of Windows it is %q, %v", got, err)
	}
}

func TestFunctionsKeepMarkdownWhole(t *testing.T) {
	parsed := parse(t, "---\nvars: {a: text}\n---\n{{fence .a}}\n{{quote .a}}\n{{indent 2 .a}}\n{{list .a}}")
	got, err := parsed.Render(t.Context(), map[string]string{"a": "x\n````\n\ny\n"}, host(t))
	want := "`````\nx\n````\n\ny\n`````\n> x\n> ````\n>\n> y\n  x\n  ````\n\n  y\n- x\n- ````\n- y"
	if err != nil || got != want {
		t.Errorf("it is\n%s\n%v", got, err)
	}
}

func TestPromptDoesNotGrowWithoutEnd(t *testing.T) {
	parsed := parse(t, "{{define \"a\"}}"+strings.Repeat("x", 4000)+
		"{{template \"b\"}}{{end}}{{define \"b\"}}{{template \"a\"}}{{end}}{{template \"a\"}}")
	if _, err := parsed.Render(t.Context(), nil, host(t)); err == nil ||
		!strings.Contains(err.Error(), "longer than 16 MB") {
		t.Errorf("error %v", err)
	}
}

func TestShippedTemplatesGivePrompts(t *testing.T) {
	all, wrong := templates.Library{}.List()
	if len(wrong) > 0 || len(all) != 5 {
		t.Fatalf("there are %d, wrong are %v", len(all), wrong)
	}
	for _, one := range all {
		h := host(t)
		h.Preview = true
		values := map[string]string{}
		for _, v := range one.Variables {
			if v.Required {
				values[v.Name] = "Add a flag."
			}
			for _, choice := range v.Choices {
				render(t, one, map[string]string{v.Name: choice}, values, h)
			}
			if v.Type == templates.Bool {
				render(t, one, map[string]string{v.Name: "no"}, values, h)
			}
		}
		prompt := render(t, one, nil, values, h)
		if one.Description == "" || len(prompt) > 2500 || strings.Contains(prompt, "<no value>") ||
			strings.Contains(prompt, "\n\n\n") {
			t.Errorf("%s (%s) gives %d bytes:\n%s", one.Name, one.Description, len(prompt), prompt)
		}
	}
}

func render(t *testing.T, one templates.Template, some, more map[string]string, h templates.Host) string {
	t.Helper()
	values := map[string]string{}
	for _, from := range []map[string]string{more, some} {
		for name, value := range from {
			values[name] = value
		}
	}
	prompt, err := one.Render(t.Context(), values, h)
	if err != nil {
		t.Errorf("%s with %v: %v", one.Name, values, err)
	}
	return prompt
}

func FuzzParse(f *testing.F) {
	f.Add("---\nvars: {a: {type: lines}}\ninputs: {b: {file: x}}\n---\n{{.a}}{{fence .b}}")
	f.Add("---\n---\n{{range $i, $x := .a}}{{end}}")
	f.Fuzz(func(t *testing.T, content string) {
		parsed, err := templates.Parse("t", "t.md", []byte(content))
		if err != nil {
			var wrong *templates.Error
			if !errors.As(err, &wrong) {
				t.Errorf("no error of a template: %v", err)
			}
			return
		}
		_ = fmt.Sprint(parsed.Commands(), parsed.Digest())
	})
}

package flags_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/cmd/stead/cli/flags"
)

func TestTemplateGivesAPrompt(t *testing.T) {
	p := process(t, "")
	folder := filepath.Join(p.Dir, ".stead", "templates")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"greet": "---\nvars:\n  whom: {required: true}\n---\nGreet {{.whom}}", "blank": " \n",
		"runs": "---\ninputs:\n  x: {command: date}\n---\n{{.x}}",
	} {
		if err := os.WriteFile(filepath.Join(folder, name+".md"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		template    flags.Template
		want, wrong string
	}{
		{flags.Template{Name: "greet", Vars: []string{"whom=you=me"}}, "Greet you=me", ""},
		{flags.Template{Name: "greet", Vars: []string{"whom"}}, "",
			"--var whom: the value is missing: write --var whom=VALUE"},
		{flags.Template{Name: "greet"}, "", "whom"},
		{flags.Template{Name: "blank"}, "", "the prompt of template blank is blank"},
		{flags.Template{Name: "runs"}, "", "template runs of this project runs commands: date"},
		{flags.Template{Name: "none"}, "", "none"},
	} {
		got, err := c.template.Prompt(t.Context(), p, s)
		if c.wrong == "" && (err != nil || strings.TrimSpace(got) != c.want) {
			t.Errorf("%+v gives %q, error %v", c.template, got, err)
		}
		if c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%+v: error %v, want %s", c.template, err, c.wrong)
		}
	}
	names, _ := flags.CompleteTemplate(p)(nil, nil, "")
	if all := strings.Join(names, "\n"); !strings.Contains(all, "greet\t") || !strings.Contains(all, "plan\t") {
		t.Errorf("proposed are %q", names)
	}
}

package adapters_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters"
	"stead/inject"
	"stead/inject/signals"
)

func dialog(t testing.TB, name string) []byte {
	t.Helper()
	screen, err := os.ReadFile(filepath.Join("testdata", "dialogs", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return screen
}

func driverOf(t testing.TB, cli string) inject.Answerer {
	t.Helper()
	for _, d := range adapters.Drivers() {
		if d.Info().Name == cli {
			answerer, ok := d.(inject.Answerer)
			if !ok {
				t.Fatalf("%s answers nothing", cli)
			}
			return answerer
		}
	}
	t.Fatalf("there is no %s", cli)
	return nil
}

func offered(offers []inject.Offer) string {
	var all []string
	for _, o := range offers {
		all = append(all, fmt.Sprintf("%s=%q", o.Name, o.Keys))
	}
	return strings.Join(all, " ")
}

// TestDialogsAreAnsweredByTheirOwnKeys reads screens that the CLIs drew, for one call and for two at once.
func TestDialogsAreAnsweredByTheirOwnKeys(t *testing.T) {
	const made, other = "touch made.txt", "touch other.txt"
	const numbers = `allow="1" always="2" deny="3"`
	for _, c := range []struct{ cli, tool, screen, topic, want string }{
		{"claude", "Bash", "shell", made, numbers}, {"claude", "Bash", "two", made, numbers},
		{"claude", "Bash", "two", other, ""},
		{"claude", "Bash", "auto", made, `allow="1" always="2" deny="4"`},
		{"claude", "Write", "edit", "/home/user/demo/made.md", numbers},
		{"claude", "Write", "edit", "/home/user/demo/other.md", ""},
		{"codex", "exec_command", "shell", made, `allow="y" always="p" deny="\x1b"`},
		{"codex", "exec_command", "two", made, `allow="y" always="p" deny="\x1b"`},
		{"codex", "exec_command", "two", other, ""},
		{"gemini", "Shell", "shell", made, numbers}, {"gemini", "Shell", "two", made, numbers},
		{"gemini", "Shell", "two", other, ""},
		{"gemini", "WriteFile", "edit", "Writing to made.md", `allow="1" always="2" deny="4"`},
		{"qwen", "run_shell_command", "shell", made, `allow="1" always="2" always-2="3" deny="4"`},
		{"qwen", "run_shell_command", "two", made, `allow="1" always="2" always-2="3" deny="4"`},
		{"qwen", "run_shell_command", "two", other, ""},
		{"kimi", "Bash", "shell", made, numbers}, {"kimi", "Bash", "two", made, numbers}, {"kimi", "Bash", "two", other, ""},
		{"kimi", "Write", "edit", "made.md", numbers},
		{"pi", "confirm", "shell", "", `allow="\r" deny="\x1b[B\r"`}, {"pi", "select", "shell", "", ""},
	} {
		q := signals.Question{Tool: c.tool, About: c.tool + ": " + c.topic, Input: []byte(`{}`)}
		switch {
		case c.cli == "pi":
			q.About = "Run it?"
		case c.screen == "edit" && c.cli != "gemini":
			q.Input = fmt.Appendf(nil, `{"path":%q}`, c.topic)
		}
		screen := dialog(t, c.cli+"-"+c.screen)
		if got := offered(driverOf(t, c.cli).Offers(q, screen)); got != c.want {
			t.Errorf("%s, %s, %q: offered is %s, want %s", c.cli, c.screen, c.topic, got, c.want)
		}
		unknown := strings.NewReplacer("1. ", "1. Burn or ", "→ Yes", "→ Burn").Replace(string(screen))
		for _, none := range []string{"", "1. Yes\n2. No", unknown} {
			if got := driverOf(t, c.cli).Offers(q, []byte(none)); len(got) > 0 {
				t.Errorf("%s, %s: a screen without the dialog offers %s", c.cli, c.screen, offered(got))
			}
		}
	}
}

// FuzzOffers reads arbitrary screens: what a stranger draws may look like a dialog, and must not crash the program.
func FuzzOffers(f *testing.F) {
	screens, err := filepath.Glob(filepath.Join("testdata", "dialogs", "*.txt"))
	if err != nil || len(screens) == 0 {
		f.Fatal(err)
	}
	for _, screen := range screens {
		f.Add(dialog(f, strings.TrimSuffix(filepath.Base(screen), ".txt")), "Bash: touch made.txt",
			[]byte(`{"command":"touch made.txt"}`))
	}
	f.Fuzz(func(t *testing.T, screen []byte, about string, input []byte) {
		for _, driver := range adapters.Drivers() {
			answerer, ok := driver.(inject.Answerer)
			if !ok {
				continue
			}
			for _, o := range answerer.Offers(signals.Question{ID: "a", Tool: "confirm", About: about, Input: input}, screen) {
				if o.Name == "" || o.Keys == "" && len(o.Line) == 0 {
					t.Errorf("%s offers %+v", driver.Info().Title, o)
				}
			}
		}
	})
}

package notify_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"stead/runs/notify"
)

// hostile are texts that try to be more than text, each for another reader of it.
var hostile = []string{
	"\x1b]0;owned\x07title", "\x1b]52;c;b3duZWQ=\x1b\\clip", "a\x1b\\b\x07c\u009cd\u009d9;x", "two\nlines\r\nand\rmore",
	"x;y;\x9b31m",
	"\x1b[2J\x1b[Hcleared", `","kind":"failed","x":"`, "\u202egnp.exe", "$(touch owned)`touch owned`; touch owned #",
	"<b>&amp;</b>",
	`\x1b]9;x\a\n`, "--help", "-e", "4;3;50", "\x00nul", strings.Repeat("long ", 1000), "\xff\xfe",
	"' & do shell script \"touch owned\" & '",
}

// hostileEvents are events that have a hostile text in each member.
func hostileEvents() (all []notify.Event) {
	for _, text := range hostile {
		all = append(all, notify.Event{
			Kind: notify.Waiting, At: noon, CLI: text, Session: text, Project: "/home/user/" + text, Run: text, Title: text,
			About: text, Command: text,
		})
	}
	return all
}

func TestHostileTextCannotBreakOutOfAnEscapeSequence(t *testing.T) {
	shapes := map[notify.Protocol]*regexp.Regexp{
		notify.Bell:   regexp.MustCompile(`^\x07{2}$`),
		notify.OSC9:   regexp.MustCompile(`^\x1b\]9;[^\x00-\x1f\x7f-\x9f]+\x1b\\\x07{2}$`),
		notify.OSC777: regexp.MustCompile(`^\x1b\]777;notify;[^\x00-\x1f\x7f-\x9f;]+;[^\x00-\x1f\x7f-\x9f]*\x1b\\\x07{2}$`),
	}
	for protocol, shape := range shapes {
		for _, e := range hostileEvents() {
			var out bytes.Buffer
			if err := (notify.Terminal{Out: &out, Protocol: protocol}).Send(t.Context(), e); err != nil {
				t.Fatal(err)
			}
			if !shape.MatchString(strings.ToValidUTF8(out.String(), "\x00")) || out.Len() > 1000 {
				t.Errorf("%s of %q: %q", protocol, e.About, out.String())
			}
		}
	}
}

func TestTmuxHandsOnWhatIsWrapped(t *testing.T) {
	var out bytes.Buffer
	e := notify.Event{Kind: notify.Finished, CLI: "codex", About: "Done."}
	if err := (notify.Terminal{Out: &out, Protocol: notify.OSC9, Wrapped: true}).Send(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if want := "\x1bPtmux;\x1b\x1b]9;codex has finished: Done.\x1b\x1b\\\x1b\\\a"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func TestProtocolIsThatOfTheTerminal(t *testing.T) {
	for terminal, want := range map[string]notify.Protocol{
		"": notify.Bell, "dumb": notify.Bell, "linux": notify.Bell, "foot": notify.OSC777, "xterm-ghostty": notify.OSC777,
		"rxvt-unicode-256color": notify.OSC777, "xterm-256color": notify.OSC9, "tmux-256color": notify.OSC9,
	} {
		got := notify.ProtocolOf(func(name string) string { return map[string]string{"TERM": terminal}[name] })
		if got != want {
			t.Errorf("%s: %s", terminal, got)
		}
	}
}

// program makes a program that is a shell script.
func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCommandGetsTheEventAndNoShellReadsIt(t *testing.T) {
	dir := t.TempDir()
	path := program(t, `cd "$1" && cat >event && printf %s "$STEAD_EVENT_ABOUT" >about && printf %s "$#" >count`)
	for _, e := range hostileEvents() {
		c := notify.Command{Line: []string{path, dir}, Environ: []string{"PATH=/usr/bin:/bin"}}
		if err := c.Send(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		var event struct{ Kind, About, Text string }
		if err := json.Unmarshal([]byte(read(t, dir, "event")), &event); err != nil {
			t.Fatal(err)
		}
		if about := read(t, dir, "about"); event.Kind != "waiting" || about != event.About ||
			strings.ContainsAny(about, "\x1b\n\x00") {
			t.Errorf("%q became %q in the environment, %+v on the input", e.About, about, event)
		}
		if n := read(t, dir, "count"); n != "1" {
			t.Errorf("%s arguments", n)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "owned")); err == nil {
		t.Error("a text was run")
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestCommandThatFailsIsQuoted(t *testing.T) {
	c := notify.Command{Line: []string{program(t, "echo 'no \033[31msound'; exit 3")}}
	err := c.Send(t.Context(), finished(noon))
	if err == nil || !strings.HasSuffix(err.Error(), "exit status 3: no sound") {
		t.Errorf("got %v", err)
	}
}

func TestDesktopProgramGetsTextAsText(t *testing.T) {
	for _, name := range []string{"notify-send", "osascript"} {
		dir := t.TempDir()
		path := filepath.Join(filepath.Dir(program(t, "")), name)
		script := "#!/bin/sh\nwhile [ $# -gt 0 ] && [ \"$1\" != -- ]; do echo \"$1\" >>options; shift; done\nshift\nprintf %s \"$1\" >title; printf %s \"$2\" >body\n"
		if err := os.WriteFile(path, []byte(strings.Replace(script, "\n", "\ncd "+dir+"\n", 1)), 0o700); err != nil {
			t.Fatal(err)
		}
		d := notify.Desktop{Program: path, Environ: []string{"PATH=/usr/bin:/bin"}}
		e := notify.Event{Kind: notify.Waiting, CLI: "codex", Project: "/home/user/demo-x", About: `a <b> \n & "c"`,
			Command: "stead attach ab12"}
		if err := d.Send(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"notify-send": `a &lt;b&gt; \\n &amp; &#34;c&#34;`, "osascript": `a <b> \n & "c"`}[name] +
			"\nstead attach ab12"
		if got := read(t, dir, "body"); got != want {
			t.Errorf("%s was told %q, want %q", name, got, want)
		}
		if options := read(t, dir, "options"); strings.Contains(options, "demo-x") ||
			!strings.Contains(options, "critical") && name == "notify-send" {
			t.Errorf("%s got the options %q", name, options)
		}
		if title := read(t, dir, "title"); title != "codex waits in demo-x" {
			t.Errorf("the title is %q", title)
		}
	}
}

func TestNoDesktopIsAnError(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("this system always has one")
	}
	if _, err := notify.FindDesktop(nil, func(string) string { return "" }); !errors.Is(err, notify.ErrNoDesktop) {
		t.Errorf("got %v", err)
	}
}

// service is a web service that gives a series of answers, and keeps what it was sent.
func service(t *testing.T, answers ...int) (webhook *notify.Webhook, bodies *[]string) {
	t.Helper()
	bodies = new([]string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*bodies = append(*bodies, string(body))
		w.WriteHeader(answers[min(len(*bodies), len(answers))-1])
	}))
	t.Cleanup(server.Close)
	webhook, err := notify.NewWebhook(server.URL + "/secret")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(webhook.Forget)
	return webhook, bodies
}

func TestHostileTextCannotBreakOutOfAWebhooksJSON(t *testing.T) {
	webhook, bodies := service(t, http.StatusOK)
	for i, e := range hostileEvents() {
		if err := webhook.Send(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		var members map[string]string
		if err := json.Unmarshal([]byte((*bodies)[i]), &members); err != nil {
			t.Fatalf("%q: %v", (*bodies)[i], err)
		}
		if members["kind"] != "waiting" || strings.ContainsAny(
			strings.Join([]string{members["about"], members["text"], members["session"]}, ""), "\x1b\u009b\n\a") {
			t.Errorf("%q became %v", e.About, members)
		}
	}
}

func TestWebhookIsTriedOnceMoreWhenThatMayHelp(t *testing.T) {
	for _, c := range []struct {
		answers []int
		want    int
		failure string
	}{
		{[]int{200}, 1, ""}, {[]int{503, 200}, 2, ""}, {[]int{429, 204}, 2, ""}, {[]int{500, 500, 200}, 2, "500"},
		{[]int{404, 200}, 1, "404"}, {[]int{302}, 1, "302"},
	} {
		webhook, bodies := service(t, c.answers...)
		webhook.Hurry(time.Millisecond)
		err := webhook.Send(t.Context(), finished(noon))
		if len(*bodies) != c.want || (err == nil) != (c.failure == "") || err != nil &&
			!strings.Contains(err.Error(), c.failure) {
			t.Errorf("%v: %d attempts, %v", c.answers, len(*bodies), err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the address's secret: %v", err)
		}
	}
}

func TestWebhookThatCannotBeReachedDoesNotTellItsSecret(t *testing.T) {
	webhook, err := notify.NewWebhook("http://127.0.0.1:1/secret?token=secret")
	if err != nil {
		t.Fatal(err)
	}
	webhook.Hurry(time.Millisecond)
	if err := webhook.Send(t.Context(), finished(noon)); err == nil || strings.Contains(fmt.Sprint(err), "secret") {
		t.Errorf("got %v", err)
	}
	for _, wrong := range []string{"", "example.org", "file:///etc/passwd", "https://", "http://a b"} {
		if _, err := notify.NewWebhook(wrong); err == nil {
			t.Errorf("%q was accepted", wrong)
		}
	}
}

func FuzzNothingBreaksOut(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, about, project string) {
		e := notify.Event{Kind: notify.Finished, CLI: "codex", Project: project, About: about}
		for _, protocol := range []notify.Protocol{notify.OSC9, notify.OSC777} {
			var out bytes.Buffer
			_ = (notify.Terminal{Out: &out, Protocol: protocol}).Send(t.Context(), e)
			inside := strings.TrimSuffix(strings.TrimPrefix(out.String(), "\x1b]"), "\x1b\\\a")
			if at := strings.IndexFunc(inside, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }); at >= 0 ||
				len(inside) != out.Len()-5 {
				t.Errorf("%q, %q: %q", about, project, out.String())
			}
		}
		data, err := json.Marshal(e)
		var members map[string]any
		if err != nil || json.Unmarshal(data, &members) != nil || members["kind"] != "finished" {
			t.Errorf("%q, %q: %s, %v", about, project, data, err)
		}
	})
}

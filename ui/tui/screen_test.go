package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/catalog/piece"
	"stead/catalog/search"
	"stead/inject/signals"
	"stead/internal/testkit"
	"stead/internal/testkit/sample"
	"stead/orchestrator/active"
	"stead/timeline"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// nothing is a command that has the terminal and does nothing with it.
type nothing struct{}

func (nothing) Run() error          { return nil }
func (nothing) SetStdin(io.Reader)  {}
func (nothing) SetStdout(io.Writer) {}
func (nothing) SetStderr(io.Writer) {}

// fake is a machine with sessions that are made up. It keeps what it was asked to do.
type fake struct {
	// questions counts how often it was asked what a run asks; so often its answers are not drawn yet.
	questions, undrawn int

	rows    []listing.Row
	session timeline.Stream
	fails   error
	// isEmpty says that no view has anything. says is what verbs say, where it is set.
	isEmpty bool
	says    []string
	// pictures are those of the run's terminal. Without them it is headless. watches counts who watches.
	pictures chan active.Picture
	watches  atomic.Int64
	// changes are those in the folder of the run. Without them it is in no repository.
	changes *Changes

	mu    sync.Mutex
	acts  []string
	opens int
}

func (f *fake) act(what string, arguments ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.acts = append(f.acts, strings.Join(append([]string{what}, arguments...), " "))
}

// did returns what the machine was asked to do.
func (f *fake) did() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.acts)
}

func (f *fake) List(context.Context) (listing.Result, error) {
	return listing.Result{Rows: f.rows}, f.fails
}

func (f *fake) Search(_ context.Context, query string, _ func(done, total int64)) (search.Result, error) {
	f.act("search", query)
	if len(f.rows) < 3 {
		return search.Result{}, nil
	}
	h := search.Hit{Session: f.rows[2].Summary, Reference: f.rows[2].Reference, Turn: 2, Kind: piece.Answer,
		Context: []search.Span{
			{Text: "what stands before "}, {Text: query, Match: true}, {Text: " and behind\x1b[31m it"},
		}}
	return search.Result{Sessions: 1, Hits: 1, Rows: []search.Hit{h}}, nil
}

func (f *fake) Open(context.Context, string) (timeline.Stream, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opens++
	return f.session, nil
}

func (f *fake) Runs(context.Context) (listing.Result, error) {
	var runs []listing.Row
	for _, r := range f.rows {
		if r.Origin.Run != "" {
			r.Reference, r.Title = "run:"+r.Origin.Run, "claude→codex  exec_command: go test ./..."
			runs = append(runs, r)
		}
	}
	return listing.Result{Rows: runs}, f.fails
}

func (f *fake) Counts(context.Context) (c Counts) {
	for _, r := range f.rows {
		if r.Origin.Run != "" {
			c.Active++
			if r.State == listing.Waiting {
				c.Waiting++
			}
		}
	}
	return c
}

func (f *fake) Places(context.Context) []string {
	return []string{"  Claude Code ~/.claude/projects", "  Codex      ~/.codex/sessions"}
}

func (f *fake) Entries(_ context.Context, of View) ([]Entry, error) {
	if f.fails != nil || f.isEmpty {
		return nil, f.fails
	}
	switch of {
	case Contests:
		return []Entry{
			{Heading: "ab12  20 November 11:00"},
			{Key: "ab12", Text: "Fix the tests", Waits: true, Show: []string{"ab", "show", "ab12"}},
			{
				Key: "ab12/claude", Text: "  claude  done  ✓ check  +31 −4  18k tok", Show: []string{"ab", "diff", "ab12", "1"},
				Acts: []Act{{Key: "P", Does: "pick", Line: []string{"ab", "pick", "ab12", "1"},
					Asks: "bring the work of claude into your folder?"}},
			},
			{Key: "ab12/codex", Text: "  codex  working  +0 −0  2k tok\x1b[31m", Works: true,
				Show: []string{"ab", "diff", "ab12", "2"}},
		}, nil
	case Chains:
		return []Entry{{
			Key: "cd34", Text: "cd34  feature  waiting  plan ✓ ─ build ‖", Waits: true, Show: []string{"chain", "show", "cd34"},
			Acts: []Act{{Key: "A", Does: "approve", Line: []string{"chain", "resume", "cd34", "--approve"},
				Asks: "start the step that waits?", Leaves: true}},
		}}, nil
	case Knowledge:
		return []Entry{
			{Heading: "Decisions (1)"},
			{
				Key: "k1", Text: "SQLite, not Badger: one file, and everybody has a tool that opens it",
				Show: []string{"show", "claude:aaaa", "--turn", "2"},
				Head: []string{"SQLite, not Badger: one file, and everybody has a tool that opens it",
					"trust 0.62 · seen 3× · 19 November 2026", "seen last in claude:aaaa, turn 2"},
				Acts: []Act{{Key: "V", Does: "in the pager", Line: []string{"show", "claude:aaaa", "--turn", "2", "--full"},
					Leaves: true}},
			},
			{Heading: "Rules (1)"}, {Key: "k2", Text: "never push to main", Head: []string{"never push to main"}},
		}, nil
	default:
		return []Entry{{Key: "day", Text: "by day", Show: []string{"stats", "--by", "day"}}}, nil
	}
}

func (f *fake) Question(context.Context, string) (Question, error) {
	f.mu.Lock()
	f.questions++
	isDrawn := f.questions > f.undrawn
	f.mu.Unlock()
	q := Question{
		ID: "q1", Title: "codex asks: exec_command", Lines: []string{"folder ~/demo", "",
			"go test ./... && rm -rf \x1b[2J/tmp/x", "-old", "+new"},
		Options: []signals.Option{{Name: signals.Allow, Label: "Yes, proceed (y)"}, {Name: signals.Deny, Label: "No (esc)"}},
	}
	if !isDrawn {
		q.Options = nil
	}
	return q, f.fails
}

// Watch sends the pictures of the test, until the watch ends.
func (f *fake) Watch(ctx context.Context, run string) (<-chan active.Picture, error) {
	if f.pictures == nil {
		return nil, &active.HeadlessError{Run: run}
	}
	f.watches.Add(1)
	own := make(chan active.Picture)
	go func() {
		defer close(own)
		defer f.watches.Add(-1)
		for {
			select {
			case <-ctx.Done():
				return
			case p, isOpen := <-f.pictures:
				if !isOpen {
					return
				}
				select {
				case <-ctx.Done():
					return
				case own <- p:
				}
			}
		}
	}()
	return own, nil
}

func (f *fake) Changes(context.Context, string) (Changes, error) {
	if f.changes == nil {
		return Changes{}, errors.New("the folder is in no git repository")
	}
	return *f.changes, nil
}

func (f *fake) Fit(context.Context, string, string) (tokens, window int64, err error) {
	return 47_600, 200_000, nil
}

func (f *fake) Targets(context.Context) []Target {
	return []Target{{Name: "claude"}, {Name: "codex"}, {Name: "pi"}, {Name: "gemini", Missing: true}}
}

func (f *fake) Say(_ context.Context, arguments ...string) ([]string, error) {
	f.act("say", arguments...)
	if slices.Contains(arguments, "pi") {
		return nil, errors.New("pi is not configured")
	}
	if f.says != nil {
		return f.says, nil
	}
	if slices.Contains(arguments, "--turn") {
		return []string{"user", "  Which database do we take?", "assistant", "  SQLite, not Badger."}, nil
	}
	if arguments[0] == "chain" && slices.Contains(arguments, "--dry-run") {
		return []string{"step 1   claude  " + arguments[len(arguments)-2], "folder   ~/demo"}, nil
	}
	return []string{
		"from       claude:aaaa", "to         codex 0.169.0", "command    codex resume 01a1", "delivered  14 entries",
		"left out   1 thinking: only its vendor accepts it",
		"lost       argument description of bash: exec_command has no such argument, so it is left out (2 times)",
		"secrets    none found",
	}, nil
}

func (f *fake) Verb(arguments ...string) tea.ExecCommand {
	f.act("verb", arguments...)
	return nothing{}
}

func (f *fake) Resume(row listing.Row) tea.ExecCommand {
	f.act("resume", row.Reference)
	return nothing{}
}

func (f *fake) Edit(row listing.Row) (command tea.ExecCommand, edited func() string) {
	f.act("edit", row.Reference)
	return nothing{}, func() string { return "draft:9c1e" }
}

func (f *fake) Tilde(path string) string { return strings.Replace(path, "/home/user", "~", 1) }

func session(cli, id, title string, ago time.Duration) listing.Row {
	return listing.Row{
		Summary:   timeline.Summary{CLI: cli, ID: id, Title: title, Project: "/home/user/demo", Updated: noon.Add(-ago)},
		Reference: cli + ":" + id[:4], State: listing.Idle,
	}
}

// some are sessions in each state, one of a stranger.
func some() *fake {
	waits, works := session("codex", "bbbbbbbb", "Fix the flaky test", 2*time.Minute), session("claude", "aaaaaaaa",
		"Add a --json flag", 0)
	waits.State, waits.Origin = listing.Waiting, origin.Origin{Run: "e8cf", State: signals.Permission}
	works.State = listing.Working
	return &fake{
		rows: []listing.Row{
			works, waits, session("gemini", "cccccccc", "Review the release notes", 2*time.Hour),
			session("kimi-cli", "dddddddd", "\x1b]0;renamed\x07A title \u202ethat turns\x1b[31m around", 26*time.Hour),
			session("opencode", "eeeeeeee", strings.Repeat("A very long title ", 100), 240*time.Hour),
		},
		session: recorded(sample.Session()),
	}
}

// recorded is a session whose entries have records, those of the results none of their own.
func recorded(s timeline.Stream) timeline.Stream {
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		line := 0
		for e, err := range entries {
			line++
			if err == nil && e.Type != timeline.ToolResult {
				e.Native = &timeline.Record{CLI: "claude", Line: line,
					Raw: fmt.Appendf(nil, `{"type":%q,"line":%d,"message":{"tool":%q,"input":%q}}`, e.Type, line, e.OriginalTool,
						e.Input)}
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return s
}

// screen is a screen in a test. Commands run beside it, and what they answer is taken in turn.
type screen struct {
	*Model
	t       *testing.T
	answers chan tea.Msg
}

func newScreen(t *testing.T, m Machine, width, height int) *screen {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s := &screen{New(ctx, Options{Machine: m, Now: func() time.Time { return noon }}), t, make(chan tea.Msg)}
	t.Cleanup(cancel)
	s.does(s.Init())
	s.tells(tea.WindowSizeMsg{Width: width, Height: height})
	return s
}

// does runs a command beside the screen.
func (s *screen) does(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				s.does(c)
			}
			return
		}
		select {
		case s.answers <- msg:
		case <-s.t.Context().Done():
		}
	}()
}

func (s *screen) tells(msg tea.Msg) {
	_, cmd := s.Update(msg)
	s.does(cmd)
}

// until takes answers until something is so.
func (s *screen) until(what string, is func() bool) {
	s.t.Helper()
	for limit := time.After(time.Minute); !is(); {
		select {
		case msg := <-s.answers:
			if msg != nil {
				s.tells(msg)
			}
		case <-limit:
			s.t.Fatalf("%s: that does not happen. The screen:\n%s", what, s.text())
		}
	}
}

// sees waits until texts stand on the screen.
func (s *screen) sees(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		s.until("it shows "+text, func() bool { return strings.Contains(s.text(), text) })
	}
}

// keys presses keys. What they change is there at once.
func (s *screen) keys(keys ...string) {
	for _, k := range keys {
		s.tells(pressed(k))
	}
}

func pressed(key string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "down": tea.KeyDown, "up": tea.KeyUp, "left": tea.KeyLeft,
		"right": tea.KeyRight, "tab": tea.KeyTab,
		"backspace": tea.KeyBackspace, "pgdown": tea.KeyPgDown,
	}
	if key == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if code, ok := special[key]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if letter, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
}

func (s *screen) frame() string { return s.View().Content }

// text is what a person can read.
func (s *screen) text() string { return ansi.Strip(s.frame()) }

// isGolden compares the screen with a file, and checks that each frame fills the terminal and no more.
func (s *screen) isGolden(name string) {
	s.t.Helper()
	lines := strings.Split(s.text(), "\n")
	if len(lines) != s.height {
		s.t.Errorf("%s has %d lines of %d", name, len(lines), s.height)
	}
	var shown strings.Builder
	for _, l := range lines {
		if ansi.StringWidth(l) > s.width {
			s.t.Errorf("%s: a line has %d cells of %d: %q", name, ansi.StringWidth(l), s.width, l)
		}
		shown.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	testkit.Golden(s.t, fmt.Sprintf("testdata/%s-%dx%d.txt", name, s.width, s.height), []byte(shown.String()))
}

// sizes are those at which screens are looked at.
var sizes = []struct{ width, height int }{{120, 36}, {80, 24}}

func TestScreens(t *testing.T) {
	for _, size := range sizes {
		for name, walk := range map[string]func(*screen){
			"home":     func(*screen) {},
			"timeline": func(s *screen) { s.keys("j", "j", "enter"); s.sees("A red pixel."); s.until("it is read", s.isRead) },
			"help":     func(s *screen) { s.keys("?") },
			"found": func(s *screen) {
				s.keys("/", "f", "l", "a", "k", "y")
				s.sees("1 HIT IN 1 SESSION")
				s.opens()
			},
			"continue": func(s *screen) { s.keys("c"); s.sees("secrets    none found") },
			"fork": func(s *screen) {
				s.keys("enter")
				s.until("it is read", s.isRead)
				s.keys("k", "f")
				s.sees("none found")
			},
			"refused": func(s *screen) {
				s.keys("c")
				s.sees("none found")
				s.keys("right",
					"right")
				s.sees("not configured")
			},
			"runs":       func(s *screen) { s.keys("2"); s.sees("exec_command"); s.opens() },
			"contests":   func(s *screen) { s.keys("3"); s.sees("Fix the tests"); s.keys("j"); s.reads("ab diff ab12 1") },
			"chains":     func(s *screen) { s.keys("4"); s.sees("plan ✓"); s.reads("chain show cd34") },
			"statistics": func(s *screen) { s.keys("5"); s.sees("by day"); s.reads("stats --by day") },
			"knowledge":  func(s *screen) { s.keys("6"); s.sees("SQLite"); s.reads("show claude:aaaa --turn 2") },
			"chain": func(s *screen) {
				s.keys("h")
				s.sees("• claude")
				s.keys("P", "l", "a", "n", "enter", "right", "D", "o")
				s.sees("step 1   claude  codex:Do")
			},
			"find": func(s *screen) {
				s.keys("enter")
				s.until("it is read", s.isRead)
				s.keys("/", "f", "i", "r", "s", "t", "enter")
				s.sees("1 of 1", "▾ ask")
			},
			"opened": func(s *screen) {
				s.keys("enter")
				s.until("it is read", s.isRead)
				s.keys("g", "}", "space")
				s.sees("▾")
			},
			"raw": func(s *screen) {
				s.keys("enter")
				s.until("it is read", s.isRead)
				s.keys("g", "}", "v")
				s.sees("no record of its own")
			},
			"question": func(s *screen) { s.keys("p"); s.sees("rm -rf") },
			"contest": func(s *screen) {
				s.keys("b")
				s.sees("✓ claude")
				s.keys("down", "down", "down", "down", "down", "G", "o")
			},
			"commands": func(s *screen) { s.keys("?", "r", "u", "n") },
			"empty":    func(s *screen) { s.keys("/", "z", "z"); s.sees("No session has") },
		} {
			t.Run(fmt.Sprintf("%s at %dx%d", name, size.width, size.height), func(t *testing.T) {
				m := some()
				if name == "empty" {
					m.rows = nil
				}
				s := newScreen(t, m, size.width, size.height)
				s.until("the sessions are listed", func() bool { return s.isListed() })
				if s.isWide() && len(m.rows) > 0 {
					s.until("it is read", s.isRead)
				}
				walk(s)
				s.isGolden(name)
			})
		}
	}
}

// reads waits until what a verb says stands beside the list: on a narrow screen once it is opened.
func (s *screen) reads(verb string) {
	s.t.Helper()
	if !s.isWide() {
		s.keys("enter")
	}
	s.until("it shows what stead "+verb+" says", func() bool {
		i, ok := s.lists.chosen()
		return ok && i.entry != nil && strings.Join(i.entry.Show, " ") == verb && s.beside.output.IsSaid(i.entry.Key)
	})
}

// opens waits until the chosen session is read, where it is seen.
func (s *screen) opens() {
	if s.isWide() {
		s.until("it is read", s.isRead)
	}
}

// isListed reports whether the view that is shown was listed.
func (s *screen) isListed() bool { return s.lists.shown().isListed }

func (s *screen) showsChosen() bool {
	i, ok := s.lists.chosen()
	return ok && s.beside.shows(i)
}

// items are the lines of the list.
func (s *screen) items() []item { return s.lists.shown().list.items }

// isRead reports whether the chosen session was read to its end.
// isRead reports whether the chosen session is shown, and was measured.
func (s *screen) isRead() bool {
	return s.beside.session.IsRead() && s.showsChosen() && !s.running.isPending() &&
		(s.beside.session.Failure() != nil || s.beside.fit.tokens > 0)
}

// lineOf is the line of the screen in which a text stands; -1 for none.
func (s *screen) lineOf(text string) int {
	return slices.IndexFunc(strings.Split(s.text(), "\n"), func(line string) bool { return strings.Contains(line, text) })
}

// isSettled reports whether all is there that was asked for: no frame changes any more but by a key, or by what changes
// on the machine.
func (s *screen) isSettled() bool {
	i, isAny := s.lists.chosen()
	isSeen := isAny && (s.isWide() || s.isInside)
	switch {
	case !s.isListed(), s.running.isPending(), s.work.isVisible(s.Model) && !s.work.diff.IsSaid(s.work.shown):
		return false
	case isSeen && i.entry == nil && (!s.beside.shows(i) || !s.beside.session.IsRead()), isSeen && i.entry != nil &&
		!s.beside.output.IsSaid(i.entry.Key):
		return false
	case s.dialog != nil && (s.dialog.report.isBusy || s.dialog.choices[0].values == nil):
		return false
	}
	return (s.question == nil || s.question.isKnown) && (s.texts.query == "" || len(s.texts.result.Rows) > 0) &&
		!strings.Contains(s.beside.session.Remark(), "searching")
}

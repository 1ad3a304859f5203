package sharing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/creack/pty"

	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/testkit"
)

// echoing is a program that returns what is typed, while its terminal does not echo it.
const echoing = "stty raw -echo; printf ready; exec cat"

// shown replays what a terminal received and returns its screen.
func (u *user) shown(t *testing.T) *screen.Screen {
	t.Helper()
	return u.shownOn(t, ptyx.Size{Rows: 30, Columns: 100})
}

func (u *user) shownOn(t *testing.T, size ptyx.Size) *screen.Screen {
	t.Helper()
	s := screen.New(int(size.Rows), int(size.Columns), nil)
	t.Cleanup(s.Close)
	fmt.Fprint(s, u.sees())
	return s
}

func TestKeyLeavesTheProgramRunning(t *testing.T) {
	for name, key := range map[string]string{"as a byte": "\x1c", "of kitty's keyboard": "\x1b[92;5u",
		"of xterm's, with num lock": "\x1b[27;133;92~"} {
		t.Run(name, func(t *testing.T) {
			u, hub := sitDown(t), stand(t)
			before := u.modes(t)
			client, process := attach(t, hub, u, false), launch(t, shell(echoing))
			ctx, cancel := context.WithCancel(t.Context())
			done := plays(t, ctx, hub, process, nil)
			u.awaits(t, "ready")
			u.types(t, "typed"+key+"not typed")
			<-client.Done()
			if !errors.Is(client.Err(), ErrDetached) || u.modes(t) != before {
				t.Errorf("the client ended with %v", client.Err())
			}
			later := sitDown(t)
			attach(t, hub, later, false)
			testkit.Eventually(t, "the screen is as it was left", func() bool { return later.shown(t).Text() == "readytyped" })
			cancel()
			<-done
		})
	}
}

func TestSecondWriterTakesOverAndTheFirstLooksOn(t *testing.T) {
	first, second, hub := sitDown(t), sitDown(t), stand(t)
	client := attach(t, hub, first, false)
	ctx, cancel := context.WithCancel(t.Context())
	done := plays(t, ctx, hub, launch(t, shell(echoing)), nil)
	first.awaits(t, "ready")
	attach(t, hub, second, false)
	second.awaits(t, "ready")
	if client.Writes() {
		t.Error("the first still writes")
	}
	first.awaits(t, "taken over")
	first.types(t, "from the first")
	second.types(t, "from the second")
	for _, u := range []*user{first, second} {
		u.awaits(t, "from the second")
		if strings.Contains(u.sees(), "from the first") {
			t.Error("the first still types")
		}
	}
	cancel()
	<-done
}

// stuck is a user's terminal whose window reads nothing.
func stuck(t *testing.T) *user {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(slave, &pty.Winsize{Rows: 30, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = slave.Close()
		_ = master.Close()
	})
	return &user{keyboard: master, terminal: slave, gone: make(chan struct{})}
}

const flood = "stty -echo; yes 'a line of output that goes on and on' | head -c 1400000; printf '\\033[3;1Hfinished'; exec cat"

// TestTerminalThatTakesNothingIsNotWaitedFor has a terminal that never reads, as a watcher or as the writer, while the
// program draws two megabytes. When it reads again, it displays the same as the others.
func TestTerminalThatTakesNothingIsNotWaitedFor(t *testing.T) {
	for name, watches := range map[string]bool{"looking on": true, "writing": false} {
		t.Run(name, func(t *testing.T) {
			slow, other, hub := stuck(t), sitDown(t), stand(t)
			ctx, cancel := context.WithCancel(t.Context())
			attach(t, hub, slow, watches)
			attach(t, hub, other, !watches)
			done := plays(t, ctx, hub, launch(t, shell(flood)), nil)
			other.awaits(t, "finished")
			go slow.look()
			slow.awaits(t, "finished")
			want := other.shown(t).Cells()
			testkit.Eventually(t, "the slow one sees the same",
				func() bool { return slices.Equal(slow.shown(t).Cells(), want) })
			cancel()
			<-done
			hub.Close()
			_ = slow.terminal.Close()
			<-slow.gone
		})
	}
}

// TestLargerTerminalSeesTheProgramsScreen has a program that scrolls at the bottom of its own screen and then draws by
// rows.
func TestLargerTerminalSeesTheProgramsScreen(t *testing.T) {
	u, large, hub := sitDown(t), sitDown(t), stand(t)
	if err := pty.Setsize(large.terminal, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	attach(t, hub, u, false)
	attach(t, hub, large, true)
	ctx, cancel := context.WithCancel(t.Context())
	done := plays(t, ctx, hub, launch(t, shell("stty raw -echo; seq 1 60; printf '\\033[Hfinished'; exec cat")), nil)
	u.awaits(t, "finished")
	want := u.shown(t).Text()
	testkit.Eventually(t, "the larger one shows the same",
		func() bool { return large.shownOn(t, ptyx.Size{Rows: 40, Columns: 120}).Text() == want })
	cancel()
	<-done
}

func TestSmallerTerminalIsDrawnForAndGrowsIntoTheWhole(t *testing.T) {
	u, small, hub := sitDown(t), sitDown(t), stand(t)
	if err := pty.Setsize(small.terminal, &pty.Winsize{Rows: 5, Cols: 20}); err != nil {
		t.Fatal(err)
	}
	attach(t, hub, u, false)
	client := attach(t, hub, small, true)
	ctx, cancel := context.WithCancel(t.Context())
	done := plays(t, ctx, hub, launch(t, shell("stty raw -echo; printf '\\033[1;1Habove\\033[28;60Hplace'; exec cat")),
		nil)
	small.awaits(t, "place")
	if strings.Contains(small.sees(), "above") {
		t.Error("it was sent what does not fit")
	}
	if err := pty.Setsize(small.terminal, &pty.Winsize{Rows: 30, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	client.Resized()
	small.awaits(t, "above")
	u.types(t, "more")
	small.awaits(t, "more")
	if got, want := strings.Join(small.shown(t).Cells(), "|"), strings.Join(u.shown(t).Cells(), "|"); got != want {
		t.Errorf("it sees\n%s", small.shown(t).Text())
	}
	cancel()
	<-done
}

func TestClosedTerminalIsLeftAndTheProgramGoesOn(t *testing.T) {
	u, hub := stuck(t), stand(t)
	client, process := attach(t, hub, u, false), launch(t, shell(echoing))
	ctx, cancel := context.WithCancel(t.Context())
	done := plays(t, ctx, hub, process, nil)
	testkit.AwaitOutput(u.keyboard, "ready")
	_ = u.keyboard.Close()
	<-client.Done()
	if !errors.Is(client.Err(), ErrTerminalGone) || process.IsOver() {
		t.Errorf("the client ended with %v, the program: %v", client.Err(), process.IsOver())
	}
	cancel()
	<-done
}

func TestQueriesAreAnsweredWhileNobodyWrites(t *testing.T) {
	hub, recorded := stand(t), &testkit.TerminalLog{}
	process := launch(t, shell("stty raw -echo; printf '\\033[5;7H\\033[6n'; head -c 6 | od -An -c"))
	if exit, err := hub.Run(t.Context(), process, recorded); exit.Code != 0 || err != nil {
		t.Errorf("exit %+v, %v", exit, err)
	}
	if got := recorded.Out.String(); !strings.Contains(got, "033   [   5   ;   7   R") {
		t.Errorf("the program got %q", got)
	}
}

func TestQuestionWaitsForWhoeverComes(t *testing.T) {
	for keys, want := range map[string]byte{"\r": '\r', "y": 'y', "xn": 'n', "\x03": 3, "\x1b": 27} {
		t.Run(fmt.Sprintf("%q", keys), func(t *testing.T) {
			u, hub := sitDown(t), stand(t)
			answer := make(chan byte, 1)
			go func() {
				key, _ := hub.Prompt.Ask(t.Context(), "Go on in\nCodex?", "\ryn\x1b\x03")
				answer <- key
			}()
			testkit.Eventually(t, "the question is asked", func() bool {
				hub.access.Lock()
				defer hub.access.Unlock()
				return hub.Prompt.question != nil
			})
			attach(t, hub, u, false)
			testkit.Eventually(t, "the user sees the question",
				func() bool { return u.shown(t).Text() == "\nGo on in\nCodex?" })
			u.types(t, "\x1b[?62;c") // what a terminal answers to the program before
			u.types(t, keys)
			if got := <-answer; got != want {
				t.Errorf("the answer is %q", got)
			}
		})
	}
}

func TestPauseEndsWithAnyKeyAndLeavesNothing(t *testing.T) {
	for keys, want := range map[string]bool{"x": true, "\r": true, "\x1b": true, "\x03": false} {
		t.Run(fmt.Sprintf("%q", keys), func(t *testing.T) {
			u, hub := sitDown(t), stand(t)
			client, err := hub.Attach(u.terminal, u.terminal, AttachOptions{Intro: []byte("lost: much\r\n")})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(client.Leave)
			fmt.Fprint(u.terminal, "lost: much\r\n")
			answer := make(chan bool, 1)
			go func() {
				goOn, err := hub.Prompt.Pause(t.Context(), "Press any key.")
				answer <- goOn && err == nil
			}()
			u.awaits(t, "Press any key.")
			u.types(t, keys)
			if got := <-answer; got != want {
				t.Errorf("it goes on: %v", got)
			}
			testkit.Eventually(t, "the text is gone", func() bool { return u.shown(t).Text() == "lost: much" })
			if hub.Text() != "lost: much" {
				t.Errorf("the screen of those who come later is %q", hub.Text())
			}
		})
	}
}

func TestPauseEndsWithItsContext(t *testing.T) {
	hub := stand(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if goOn, err := hub.Prompt.Pause(ctx, "Press any key."); goOn || !errors.Is(err, context.Canceled) {
		t.Errorf("it goes on: %v, %v", goOn, err)
	}
}

// TestTerminalThatComesBeforeTheFirstOutputIsAsTheProgramSeesIt leaves a run before its program has drawn anything, and
// attaches again: the intro is displayed again, and the program draws below it.
func TestTerminalThatComesBeforeTheFirstOutputIsAsTheProgramSeesIt(t *testing.T) {
	hub, first, second := stand(t), sitDown(t), sitDown(t)
	client, err := hub.Attach(first.terminal, first.terminal, AttachOptions{Intro: []byte("delivered\r\n")})
	if err != nil {
		t.Fatal(err)
	}
	client.Leave()
	if _, err := io.WriteString(second.terminal, "$ stead attach\r\n"); err != nil {
		t.Fatal(err)
	}
	attach(t, hub, second, false)
	if _, err := hub.Run(t.Context(), launch(t, shell("printf 'the program'")), nil); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the program stands below", func() bool {
		return second.shown(t).Text() == "delivered\nthe program"
	})
}

func TestNextProgramHasTheSameTerminal(t *testing.T) {
	u, hub := sitDown(t), stand(t)
	attach(t, hub, u, false)
	for _, script := range []string{"printf '\\033[?1049h\\033[?2004hfirst'", "printf second"} {
		if _, err := hub.Run(t.Context(), launch(t, shell(script)), nil); err != nil {
			t.Fatal(err)
		}
	}
	u.awaits(t, "first\x1b[?2004l\x1b[?1049l\x1b[0msecond")
}

func TestBacklogKeepsOrderInAndOutOfMemory(t *testing.T) {
	var b backlog
	defer b.close()
	var want, got bytes.Buffer
	for i := range 60 {
		chunk := bytes.Repeat([]byte{byte(i)}, 100_000)
		want.Write(chunk)
		b.put(chunk)
		if i%7 == 0 {
			taken := b.take()
			got.Write(taken)
			b.reuse(taken)
		}
	}
	for !b.isEmpty() {
		taken := b.take()
		got.Write(taken)
		b.reuse(taken)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("%d bytes came back of %d, or in another order", got.Len(), want.Len())
	}
}

func TestKeysAreNamed(t *testing.T) {
	for _, name := range []string{`ctrl-\`, "Ctrl-A", "ctrl-]", "none"} {
		if _, err := ptyx.ParseKey(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "a", "ctrl-", "ctrl-ab", "ctrl-1", "alt-a"} {
		if _, err := ptyx.ParseKey(name); err == nil {
			t.Errorf("%q is taken for a key", name)
		}
	}
}

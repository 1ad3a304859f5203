// Package screen shows what a person sees on a terminal. It feeds the bytes that a program wrote to a terminal emulator
// and returns the text on the screen. It is not enough to strip escape sequences: Claude Code 2.1.197 places words with
// `CSI n G` and writes no blanks between them.
//
// The package is made for reading a screen occasionally. At about 20 MB/s, it is too slow for the path of a relay.
package screen

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"

	"stead/internal/term/modes"
)

// Screen is an emulated terminal. Its methods are safe for concurrent use. The caller must close it.
type Screen struct {
	access   sync.Mutex
	emulator *vt.Emulator
	replies  *replies
	state    *state
	modes    modes.Set
	held     []byte // the beginning of an incomplete sequence
}

// New returns an empty screen of rows times columns cells. If reply is not nil, it receives what a real terminal would
// answer to the program's queries (device attributes, cursor position, colors), before the Write with the query
// returns. It must not call the Screen. Queries for XTVERSION and the kitty keyboard remain unanswered, which affects
// neither Claude Code 2.1.197 nor codex 0.169.0.
func New(rows, columns int, reply func(answer []byte)) *Screen {
	emulator := vt.NewEmulator(columns, rows)
	return &Screen{emulator: emulator, state: watchState(emulator), replies: answerQueries(emulator, reply)}
}

// Keep sets the maximum number of rows that are kept after they leave the screen at the top. A row of 120 cells uses up
// to 20 KB.
func (s *Screen) Keep(rows int) {
	s.access.Lock()
	defer s.access.Unlock()
	s.emulator.SetScrollbackSize(rows)
}

// Write processes the output of a program. Sequences and characters may be split at any byte. It never fails.
func (s *Screen) Write(output []byte) (int, error) {
	s.access.Lock()
	defer s.access.Unlock()
	s.modes.Watch(output)
	whole := output
	if len(s.held) > 0 {
		whole = append(s.held, output...)
		s.held = nil
	}
	whole = understood(whole)
	end, letter := scan(whole)
	if len(whole)-end > longestHeld {
		end = len(whole)
	}
	s.held = bytes.Clone(whole[end:])
	clean, title, isTitled := withoutTerminators(whole[:end])
	s.draw(clean, letter)
	if isTitled {
		s.state.title = title
	}
	s.replies.settle()
	return len(output), nil
}

// draw passes output to the emulator. It writes the last character separately: only the previous position of the cursor
// tells whether the next character belongs to the next line.
func (s *Screen) draw(output []byte, letter int) {
	if letter < 0 {
		s.feed(output)
		s.state.wraps = s.state.wraps && letter == sameLetter
		return
	}
	s.feed(output[:letter])
	_, size := utf8.DecodeRune(output[letter:])
	before := s.emulator.CursorPosition()
	_, _ = s.emulator.Write(output[letter : letter+size])
	s.state.wraps = before.X == s.emulator.Width()-1 && before == s.emulator.CursorPosition()
	_, _ = s.emulator.Write(output[letter+size:])
}

// feed writes the part of output to the emulator that has a lasting effect.
func (s *Screen) feed(output []byte) {
	if !s.emulator.IsAltScreen() && s.state.regions[0] == (region{}) {
		var style []byte
		style, output = skip(output, s.emulator.Height()+s.emulator.Scrollback().MaxLines())
		_, _ = s.emulator.Write(style)
	}
	_, _ = s.emulator.Write(output)
}

// Lines returns each row of the screen, from the top, without trailing blanks.
func (s *Screen) Lines() []string {
	s.access.Lock()
	defer s.access.Unlock()
	lines := make([]string, s.emulator.Height())
	for y := range lines {
		lines[y] = row(s.emulator.Width(), func(x int) (string, int) {
			cell := s.emulator.CellAt(x, y)
			if cell == nil {
				return "", 0
			}
			return cell.Content, cell.Width
		})
	}
	return lines
}

// Text returns the rows of the screen as one text, without trailing blank rows.
func (s *Screen) Text() string { return join(s.Lines()) }

// History returns the rows that have left the screen at the top, oldest first. The emulator keeps 10,000. The alternate
// screen has no history. While it is displayed, History returns that of the main screen.
func (s *Screen) History() []string {
	s.access.Lock()
	defer s.access.Unlock()
	var lines []string
	for _, line := range s.emulator.Scrollback().Lines() {
		lines = append(lines, row(len(line), func(x int) (string, int) { return line[x].Content, line[x].Width }))
	}
	return lines
}

// Transcript returns History and Text as one text: everything that a person who scrolls up can read.
func (s *Screen) Transcript() string { return join(append(s.History(), s.Lines()...)) }

// Cursor returns the position of the cursor, counted from 0.
func (s *Screen) Cursor() (row, column int) {
	s.access.Lock()
	defer s.access.Unlock()
	position := s.emulator.CursorPosition()
	return position.Y, position.X
}

// Alternate reports whether the program draws on the alternate screen.
func (s *Screen) Alternate() bool {
	s.access.Lock()
	defer s.access.Unlock()
	return s.emulator.IsAltScreen()
}

// Cells returns everything that is visible, for comparisons: the character of each cell with its style and link, and
// then the cursor.
func (s *Screen) Cells() []string {
	s.access.Lock()
	defer s.access.Unlock()
	width, height := s.emulator.Width(), s.emulator.Height()
	cells := make([]string, 0, width*height+1)
	for y := range height {
		for x := range width {
			cell := s.emulator.CellAt(x, y)
			if cell.IsZero() || cell.Content == " " && cell.Equal(&uv.EmptyCell) {
				cells = append(cells, "")
				continue
			}
			cells = append(cells, cell.Content+style(cell.Style)+cell.Link.URL)
		}
	}
	at := s.emulator.CursorPosition()
	return append(cells, fmt.Sprintf("cursor at %d,%d, hidden %v, alternate %v", at.Y, at.X, s.modes.Hidden(),
		s.emulator.IsAltScreen()))
}

// Close ends the goroutine that carries replies. The text can still be read afterwards.
func (s *Screen) Close() { s.replies.close() }

// row joins cells. The second cell of a wide character is empty and is skipped. Any other empty cell counts as a blank.
func row(width int, cell func(x int) (content string, width int)) string {
	var line strings.Builder
	for x := 0; x < width; {
		content, cells := cell(x)
		if content == "" {
			content = " "
		}
		line.WriteString(content)
		x += max(1, cells)
	}
	return strings.TrimRight(line.String(), " ")
}

func join(lines []string) string { return strings.TrimRight(strings.Join(lines, "\n"), "\n") }

// replies carries the emulator's answers, which the emulator writes into a pipe, to a function.
type replies struct {
	pipe   io.Writer // the emulator's own: it blocks until what was written has been read
	ended  chan struct{}
	closed sync.Once
}

func answerQueries(emulator *vt.Emulator, reply func([]byte)) *replies {
	r := &replies{pipe: emulator.InputPipe(), ended: make(chan struct{})}
	go func() {
		defer close(r.ended)
		answer := make([]byte, 4096)
		for {
			n, err := emulator.Read(answer)
			if n > 0 && reply != nil {
				reply(answer[:n])
			}
			if err != nil {
				return
			}
		}
	}()
	return r
}

// settle returns once all answers so far have been passed on: an empty write waits until the reader is back.
func (r *replies) settle() { _, _ = r.pipe.Write(nil) }

// close closes the pipe rather than the emulator, whose Close races with its own Read.
func (r *replies) close() {
	r.closed.Do(func() {
		if pipe, ok := r.pipe.(io.Closer); ok {
			_ = pipe.Close()
		}
		<-r.ended
	})
}

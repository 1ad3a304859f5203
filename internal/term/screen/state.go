package screen

import (
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// state holds what a terminal remembers in addition to its cells, as far as the emulator does not expose it. Its
// handlers observe sequences on their way to the emulator's own handlers, and leave the handling to those.
type state struct {
	emulator *vt.Emulator
	// The following fields hold a value for the main screen and one for the alternate screen.
	pens    [2]pen
	saved   [2]*cursor
	regions [2]region
	// main holds the bytes that draw the main screen. It is kept while the alternate screen is displayed.
	main   []byte
	shape  int // the shape of the cursor, with the numbers of DECSCUSR
	title  string
	titled bool
	wraps  bool // the next character belongs to the next line
}

// pen holds the style and link with which characters are written.
type pen struct {
	uv.Style
	link uv.Link
}

// region is the part of the screen that scrolls, with rows counted from 1. The zero value is the whole screen.
type region struct{ top, bottom int }

// cursor is a cursor that the program has saved.
type cursor struct {
	at  uv.Position
	pen pen
}

func watchState(emulator *vt.Emulator) *state {
	s := &state{emulator: emulator}
	emulator.SetCallbacks(vt.Callbacks{Title: func(title string) { s.title, s.titled = title, true }})
	for command, see := range map[int]func(ansi.Params){
		'm':                       func(p ansi.Params) { uv.ReadStyle(p, &s.pen().Style) },
		'r':                       s.seeRegion,
		's':                       func(ansi.Params) { s.save() },
		ansi.Command(0, ' ', 'q'): func(p ansi.Params) { s.shape, _, _ = p.Param(0, 0) },
		ansi.Command('?', 0, 'h'): func(p ansi.Params) { s.seeModes(p, true) },
		ansi.Command('?', 0, 'l'): func(p ansi.Params) { s.seeModes(p, false) },
	} {
		emulator.RegisterCsiHandler(command, func(p ansi.Params) bool { see(p); return false })
	}
	emulator.RegisterOscHandler(8, func(data []byte) bool { uv.ReadLink(data, &s.pen().link); return false })
	for command, see := range map[int]func(){'7': s.save, '8': s.restorePen, 'c': s.reset} {
		emulator.RegisterEscHandler(command, func() bool { see(); return false })
	}
	return s
}

func (s *state) screen() int {
	if s.emulator.IsAltScreen() {
		return 1
	}
	return 0
}

func (s *state) pen() *pen { return &s.pens[s.screen()] }

func (s *state) save() {
	s.saved[s.screen()] = &cursor{s.emulator.CursorPosition(), *s.pen()}
}

func (s *state) restorePen() {
	*s.pen() = pen{}
	if saved := s.saved[s.screen()]; saved != nil {
		*s.pen() = saved.pen
	}
}

func (s *state) reset() { *s = state{emulator: s.emulator} }

func (s *state) seeRegion(p ansi.Params) {
	height := s.emulator.Height()
	top, _, _ := p.Param(0, 1)
	bottom, _, _ := p.Param(1, height)
	r := region{max(1, top), bottom}
	if r.bottom < 1 {
		r.bottom = height
	}
	if r == (region{1, height}) {
		r = region{}
	}
	s.regions[s.screen()] = r
}

// seeModes saves the main screen before the alternate one covers it.
func (s *state) seeModes(p ansi.Params, on bool) {
	for _, param := range p {
		switch param.Param(0) {
		case 47, 1047, 1049:
			s.seeAlternate(on, param.Param(0) == 1049)
		case 1048:
			if on {
				s.save()
			} else {
				s.restorePen()
			}
		}
	}
}

func (s *state) seeAlternate(on, saves bool) {
	if on && saves {
		s.save()
	}
	switch alternate := s.emulator.IsAltScreen(); {
	case on && !alternate:
		s.main = s.drawn(nil)
		s.pens[1] = s.pens[0]
	case !on && alternate:
		s.main = nil
	}
}

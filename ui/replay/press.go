package replay

import (
	"unicode/utf8"

	"stead/timeline"
)

// Press carries out a key. Done says that the viewer should close.
func (v *Viewer) Press(k Key) (done bool) {
	v.message = ""
	if v.asking != 0 {
		v.answer(k)
		return k == Interrupt
	}
	if v.help {
		v.help = false
		return k == Interrupt
	}
	if k == "q" || k == Interrupt {
		return true
	}
	if do, ok := bindings[k]; ok && len(v.shown) > 0 {
		do(v)
	} else if k == "a" {
		v.toggleAll()
	}
	return false
}

// bindings are the keys that need a current step.
var bindings = map[Key]func(*Viewer){
	Right: next, "j": next, Enter: next, "l": next,
	Left: previous, "k": previous, "h": previous, Backspace: previous,
	" ": (*Viewer).pageDown, PageDown: (*Viewer).pageDown, "b": (*Viewer).pageUp, PageUp: (*Viewer).pageUp,
	Down: func(v *Viewer) { v.scroll(1) }, Up: func(v *Viewer) { v.scroll(-1) },
	"g": func(v *Viewer) { v.seek(0) }, Home: func(v *Viewer) { v.seek(0) },
	"G": func(v *Viewer) { v.seek(len(v.shown) - 1) }, End: func(v *Viewer) { v.seek(len(v.shown) - 1) },
	"c": func(v *Viewer) { v.jump(1, "call", isCall) }, "C": func(v *Viewer) { v.jump(-1, "call", isCall) },
	"t": func(v *Viewer) { v.jump(1, "turn", isPrompt) }, "T": func(v *Viewer) { v.jump(-1, "turn", isPrompt) },
	"n": func(v *Viewer) { v.search(1) }, "N": func(v *Viewer) { v.search(-1) },
	"/": func(v *Viewer) { v.asking, v.typed = '/', "" }, ":": func(v *Viewer) { v.asking, v.typed = ':', "" },
	"o": func(v *Viewer) { v.open = !v.open; v.build() }, "r": func(v *Viewer) { v.native = !v.native; v.build() },
	"?": func(v *Viewer) { v.help = true },
}

func isCall(s Step) bool { return s.Type == timeline.ToolCall }

// isPrompt reports whether a step begins a turn of the user.
func isPrompt(s Step) bool { return s.Type == timeline.User && s.Depth == 0 && !s.Aside }

func next(v *Viewer)     { v.seek(v.at + 1) }
func previous(v *Viewer) { v.seek(v.at - 1) }

func (v *Viewer) pageDown() {
	if !v.scroll(v.room() - 1) {
		next(v)
	}
}

func (v *Viewer) pageUp() {
	if !v.scroll(1 - v.room()) {
		previous(v)
	}
}

func (v *Viewer) toggleAll() {
	number := 0
	if len(v.shown) > 0 {
		number = v.number()
	}
	v.All = !v.All
	v.list(v.All, number)
	v.open, v.native = false, false
	v.build()
}

// answer handles a key of the text typed after / or :.
func (v *Viewer) answer(k Key) {
	switch {
	case k == Escape || k == Backspace && v.typed == "":
		v.asking = 0
	case k == Backspace:
		_, size := utf8.DecodeLastRuneInString(v.typed)
		v.typed = v.typed[:len(v.typed)-size]
	case k == Enter && v.asking == ':':
		v.asking = 0
		v.toNumber(v.typed)
	case k == Enter:
		v.asking = 0
		if v.typed != "" {
			v.sought = v.typed
		}
		v.search(1)
	case utf8.RuneCountInString(string(k)) == 1:
		v.typed += string(k)
	}
}

// Package modes tracks the terminal modes that a program has changed: mouse, bracketed paste, alternate screen,
// keyboard and the like. A caller can undo them after the program was killed, and set them again on a terminal that
// attaches later.
package modes

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// longestSequence is the maximum number of bytes of an unfinished control sequence that are kept for the next chunk.
// The longest mode sequence seen from Claude Code 2.1.197 and codex 0.169.0 has 26 bytes.
const longestSequence = 64

// Set holds the modes that a program has changed and not changed back. A well-behaved program leaves it empty. The zero
// value is ready to use. Its methods are safe for concurrent use.
type Set struct {
	access  sync.Mutex
	private map[int]bool // DEC private modes that differ from their defaults, with their current values
	kitty   []string     // kitty keyboard flags that were pushed and not popped
	keys    string       // the parameters that switched xterm's modifyOtherKeys on
	tail    []byte       // the unfinished sequence at the end of the last chunk
}

// enabledByDefault holds the private modes that are on by default: autowrap and a visible cursor.
var enabledByDefault = map[int]bool{7: true, 25: true}

// alternateScreens holds the modes that must be left last: kitty keeps a stack of keyboards for each screen.
var alternateScreens = map[int]bool{47: true, 1047: true, 1049: true}

// Synchronized is the mode in which a terminal delays drawing. It lasts for one frame and must not be set again.
const Synchronized = 2026

// Everything resets a terminal whose modes are not known, as far as coding CLIs set them. The cursor is then in the
// last row: if the alternate screen that is left was not displayed, the position of the cursor is not known.
const Everything = "\x1b\\\x1b[>4m\x1b[<99u\x1b[?1l\x1b>\x1b[?7h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?2026l" +
	"\x1b[r\x1b[?1049l\x1b[?25h\x1b[0m\x1b[999;1H"

// Watch reads a chunk of the program's output. Sequences may be split at any byte.
func (m *Set) Watch(chunk []byte) {
	m.access.Lock()
	defer m.access.Unlock()
	if len(m.tail) > 0 {
		chunk = append(m.tail, chunk...)
		m.tail = nil
	}
	for {
		start := bytes.IndexByte(chunk, '\x1b')
		if start < 0 {
			return
		}
		chunk = chunk[start:]
		if len(chunk) > 2 && !isPrivate(chunk) {
			chunk = chunk[1:] // colors and cursor movements, by far the most frequent ones
			continue
		}
		length, complete := sequence(chunk)
		if !complete {
			m.keep(chunk)
			return
		}
		if length >= 4 {
			m.apply(chunk[2], string(chunk[3:length-1]), chunk[length-1])
		}
		chunk = chunk[length:]
	}
}

// isPrivate reports whether a sequence may change modes: CSI followed by one of < = > ?.
func isPrivate(sequence []byte) bool {
	return sequence[1] == '[' && sequence[2] >= '<' && sequence[2] <= '?'
}

func (m *Set) keep(tail []byte) {
	if len(tail) <= longestSequence {
		m.tail = bytes.Clone(tail)
	}
}

// sequence returns the length of the control sequence at the start of chunk. Anything else counts as one byte.
func sequence(chunk []byte) (length int, complete bool) {
	if len(chunk) < 2 {
		return 0, false
	}
	if chunk[1] != '[' {
		return 1, true
	}
	for i, c := range chunk[2:] {
		if c < ' ' || c > '~' {
			return i + 2, true // interrupted by another byte
		}
		if c >= '@' {
			return i + 3, true
		}
	}
	return 0, false
}

// apply applies one sequence `CSI prefix parameters final`.
func (m *Set) apply(prefix byte, parameters string, final byte) {
	switch {
	case prefix == '?' && (final == 'h' || final == 'l'):
		for _, parameter := range strings.Split(parameters, ";") {
			m.set(parameter, final == 'h')
		}
	case prefix == '>' && final == 'u':
		m.kitty = append(m.kitty, parameters)
	case prefix == '<' && final == 'u':
		m.kitty = m.kitty[:max(0, len(m.kitty)-max(1, number(parameters)))]
	case prefix == '>' && final == 'm':
		m.keys = ""
		if strings.HasPrefix(parameters, "4;") && parameters != "4;0" {
			m.keys = parameters
		}
	}
}

func (m *Set) set(parameter string, on bool) {
	mode := number(parameter)
	if mode == 0 {
		return
	}
	if on == enabledByDefault[mode] {
		delete(m.private, mode)
		return
	}
	if m.private == nil {
		m.private = map[int]bool{}
	}
	m.private[mode] = on
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// Undo returns the bytes that reset the terminal, and forgets the modes. It returns none if the program has reset them
// itself.
func (m *Set) Undo() []byte {
	m.access.Lock()
	defer m.access.Unlock()
	reset := m.reset()
	m.private, m.kitty, m.keys, m.tail = nil, nil, "", nil
	return reset
}

// Reset returns the same bytes as Undo, but keeps the modes.
func (m *Set) Reset() []byte {
	m.access.Lock()
	defer m.access.Unlock()
	return m.reset()
}

func (m *Set) reset() []byte {
	var reset []byte
	if m.keys != "" {
		reset = append(reset, "\x1b[>4m"...)
	}
	if len(m.kitty) > 0 {
		reset = append(reset, "\x1b[<"+strconv.Itoa(len(m.kitty))+"u"...)
	}
	for _, mode := range m.order() {
		reset = append(reset, private(mode, !m.private[mode])...)
	}
	if len(reset) > 0 {
		reset = append(reset, "\x1b[0m"...) // a program that leaves modes behind leaves colors behind, too
	}
	return reset
}

// Redo returns the bytes that set the modes on a reset terminal, except for alternate screens: those are drawn with the
// screen.
func (m *Set) Redo() []byte {
	m.access.Lock()
	defer m.access.Unlock()
	var set []byte
	for _, mode := range m.order() {
		if !alternateScreens[mode] && mode != Synchronized {
			set = append(set, private(mode, m.private[mode])...)
		}
	}
	for _, flags := range m.kitty {
		set = append(set, "\x1b[>"+flags+"u"...)
	}
	if m.keys != "" {
		set = append(set, "\x1b[>"+m.keys+"m"...)
	}
	return set
}

// Hidden reports whether the cursor is hidden.
func (m *Set) Hidden() bool {
	m.access.Lock()
	defer m.access.Unlock()
	_, hidden := m.private[25]
	return hidden
}

func private(mode int, on bool) string {
	if on {
		return "\x1b[?" + strconv.Itoa(mode) + "h"
	}
	return "\x1b[?" + strconv.Itoa(mode) + "l"
}

// order returns the modes sorted by number, with alternate screens last.
func (m *Set) order() []int {
	return slices.SortedFunc(maps.Keys(m.private), func(a, b int) int {
		if alternateScreens[a] != alternateScreens[b] {
			if alternateScreens[b] {
				return -1
			}
			return 1
		}
		return a - b
	})
}

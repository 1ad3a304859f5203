package ptyx

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// longestSequence is how many bytes of an unfinished control sequence are kept for the next chunk. The longest mode
// sequence seen from Claude Code 2.1.197 and codex 0.169.0 has 26.
const longestSequence = 64

// modes remembers which terminal modes a program has changed and not changed back, so that a killed program's can be
// undone, and a well-behaved program's screen is not touched.
type modes struct {
	access  sync.Mutex
	private map[int]bool // DEC private modes that differ from their default, with the value they have
	kitty   int          // kitty keyboard entries pushed and not popped
	keys    bool         // xterm's modifyOtherKeys is on
	tail    []byte       // unfinished sequence at the end of the last chunk
}

// enabledByDefault are the private modes whose resting state is on: autowrap and a visible cursor.
var enabledByDefault = map[int]bool{7: true, 25: true}

// alternateScreens are left last: kitty keeps a stack of keyboards for each screen.
var alternateScreens = map[int]bool{47: true, 1047: true, 1049: true}

// watch reads a chunk of the program's output.
func (m *modes) watch(chunk []byte) {
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
			chunk = chunk[1:] // colours and movements, by far the most
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

// isPrivate tells the sequences that change modes: CSI and one of < = > ?.
func isPrivate(sequence []byte) bool {
	return sequence[1] == '[' && sequence[2] >= '<' && sequence[2] <= '?'
}

func (m *modes) keep(tail []byte) {
	if len(tail) <= longestSequence {
		m.tail = bytes.Clone(tail)
	}
}

// sequence measures the control sequence at the start of chunk. What is no control sequence counts as one byte.
func sequence(chunk []byte) (length int, complete bool) {
	if len(chunk) < 2 {
		return 0, false
	}
	if chunk[1] != '[' {
		return 1, true
	}
	for i, c := range chunk[2:] {
		if c < ' ' || c > '~' {
			return i + 2, true // broken off by something else
		}
		if c >= '@' {
			return i + 3, true
		}
	}
	return 0, false
}

// apply takes one sequence `CSI prefix parameters final`.
func (m *modes) apply(prefix byte, parameters string, final byte) {
	switch {
	case prefix == '?' && (final == 'h' || final == 'l'):
		for _, parameter := range strings.Split(parameters, ";") {
			m.set(parameter, final == 'h')
		}
	case prefix == '>' && final == 'u':
		m.kitty++
	case prefix == '<' && final == 'u':
		m.kitty = max(0, m.kitty-max(1, number(parameters)))
	case prefix == '>' && final == 'm':
		m.keys = strings.HasPrefix(parameters, "4;") && parameters != "4;0"
	}
}

func (m *modes) set(parameter string, on bool) {
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

// undo gives the bytes that bring the terminal back to rest, none when the program did so itself, and forgets.
func (m *modes) undo() []byte {
	m.access.Lock()
	defer m.access.Unlock()
	var reset []byte
	if m.keys {
		reset = append(reset, "\x1b[>4m"...)
	}
	if m.kitty > 0 {
		reset = append(reset, "\x1b[<"+strconv.Itoa(m.kitty)+"u"...)
	}
	for _, mode := range m.order() {
		final := "h"
		if m.private[mode] {
			final = "l"
		}
		reset = append(reset, "\x1b[?"+strconv.Itoa(mode)+final...)
	}
	if len(reset) > 0 {
		reset = append(reset, "\x1b[0m"...) // who leaves modes behind leaves colours behind
	}
	m.private, m.kitty, m.keys, m.tail = nil, 0, false, nil
	return reset
}

// order sorts the modes by number, alternate screens last.
func (m *modes) order() []int {
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

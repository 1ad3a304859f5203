package notify

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Protocol is how a terminal is asked for a notification.
type Protocol string

// The protocols.
const (
	// Bell is the bell alone, which every terminal has.
	Bell Protocol = "bell"
	// OSC9 is that of iTerm2: one text. Terminals that do not know it ignore it.
	OSC9 Protocol = "osc9"
	// OSC777 is that of rxvt-unicode: a title and a text.
	OSC777 Protocol = "osc777"
)

// Protocols are all of them.
var Protocols = []Protocol{Bell, OSC9, OSC777}

// knows777 are the terminals that know OSC 777, by what they say of themselves in TERM_PROGRAM or TERM. Some know OSC 9
// too, and would show two notifications for both. All others get OSC 9, which those ignore that do not know it.
var knows777 = []string{"ghostty", "WezTerm", "foot", "rxvt-unicode", "xterm-ghostty", "rxvt"}

// ProtocolOf returns the protocol of the terminal of an environment.
func ProtocolOf(getenv func(string) string) Protocol {
	term := getenv("TERM")
	if term == "" || term == "dumb" || term == "linux" { // the console of Linux draws what it does not know
		return Bell
	}
	program, _, _ := strings.Cut(cmp.Or(getenv("TERM_PROGRAM"), term), "-256color")
	if slices.Contains(knows777, program) || getenv("VTE_VERSION") != "" {
		return OSC777
	}
	return OSC9
}

// Terminal is the channel of a terminal: its bell, and its notification.
type Terminal struct {
	// Out is the terminal. An event is one write, so that it cannot come between the parts of another's sequence.
	Out      io.Writer
	Protocol Protocol
	// Wrapped says that tmux stands before the terminal. It hands on what is wrapped for it, when its allow-passthrough is
	// on.
	Wrapped bool
}

// Name implements [Channel].
func (Terminal) Name() string { return "terminal" }

// Send implements [Channel]. Waiting rings twice.
func (t Terminal) Send(_ context.Context, e Event) error {
	bell := "\a"
	if e.Kind.Urgent() {
		bell = "\a\a"
	}
	_, err := io.WriteString(t.Out, t.sequence(e)+bell)
	return err
}

// sequence returns the escape sequence of an event. Its text is plain: no control character, so nothing in it can end
// the sequence.
func (t Terminal) sequence(e Event) string {
	e = e.clean()
	var body string
	switch t.Protocol {
	case OSC9: // a text that began with "4;" would be progress to some: it begins with the CLI's name
		body = "9;" + e.Text()
	case OSC777: // a semicolon would end the title
		body = fmt.Sprintf("777;notify;%s;%s", strings.ReplaceAll(e.Headline(), ";", ","),
			cmp.Or(e.About, e.Title, e.Command))
	default:
		return ""
	}
	const escape, end = "\x1b", "\x1b\\"
	sequence := escape + "]" + body + end
	if t.Wrapped {
		return escape + "Ptmux;" + strings.ReplaceAll(sequence, escape, escape+escape) + end
	}
	return sequence
}

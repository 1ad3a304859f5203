package notify

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Protocol is the way in which a terminal is asked for a notification.
type Protocol string

// The protocols.
const (
	// Bell is the bell alone, which every terminal supports.
	Bell Protocol = "bell"
	// OSC9 is the protocol of iTerm2: a single text. Terminals that do not know it ignore it.
	OSC9 Protocol = "osc9"
	// OSC777 is the protocol of rxvt-unicode: a title and a text.
	OSC777 Protocol = "osc777"
)

// Protocols lists all of them.
var Protocols = []Protocol{Bell, OSC9, OSC777}

// knows777 lists the terminals that support OSC 777, by the value of TERM_PROGRAM or TERM. Some support OSC 9 too, and
// would show two notifications for both. All other terminals get OSC 9 and ignore it if they do not know it.
var knows777 = []string{"ghostty", "WezTerm", "foot", "rxvt-unicode", "xterm-ghostty", "rxvt"}

// ProtocolOf returns the protocol of the terminal that an environment describes.
func ProtocolOf(getenv func(string) string) Protocol {
	term := getenv("TERM")
	if term == "" || term == "dumb" || term == "linux" { // the Linux console draws what it does not know
		return Bell
	}
	program, _, _ := strings.Cut(cmp.Or(getenv("TERM_PROGRAM"), term), "-256color")
	if slices.Contains(knows777, program) || getenv("VTE_VERSION") != "" {
		return OSC777
	}
	return OSC9
}

// Terminal is the channel of a terminal: its bell and its notification.
type Terminal struct {
	// Out is the terminal. Each event is a single write, so that it cannot interrupt another escape sequence.
	Out      io.Writer
	Protocol Protocol
	// Wrapped reports that tmux is between stead and the terminal. Tmux passes on sequences that are wrapped for it if
	// its option allow-passthrough is on.
	Wrapped bool
}

// Name implements [Channel].
func (Terminal) Name() string { return "terminal" }

// Send implements [Channel]. An urgent event rings twice.
func (t Terminal) Send(_ context.Context, e Event) error {
	bell := "\a"
	if e.Kind.Urgent() {
		bell = "\a\a"
	}
	_, err := io.WriteString(t.Out, t.sequence(e)+bell)
	return err
}

// sequence returns the escape sequence of an event. The text contains no control characters, so nothing in it can end
// the sequence.
func (t Terminal) sequence(e Event) string {
	e = e.clean()
	var body string
	switch t.Protocol {
	case OSC9: // a text that began with "4;" would mean progress to some terminals, so it begins with the CLI's name
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

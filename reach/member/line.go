package member

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/nats-io/nkeys"
)

// Line is the join line that "stead hub" prints for a new machine. Anyone who has it can join once, until it expires.
type Line struct {
	// URL is the hub's address, Pin its authority's hash: see [Member].
	URL string `json:"u"`
	Pin string `json:"p,omitempty"`
	// Authority is set for a cluster: see [Member].
	Authority string `json:"a,omitempty"`
	// Seed is that of the nkey with which the machine connects once, and asks to be let in. At a cluster it connects with
	// the seed in Enter, which is the same in all lines.
	Seed  string `json:"s"`
	Enter string `json:"n,omitempty"`
	// Expires is in seconds since 1970, by the hub's clock.
	Expires int64 `json:"e"`
}

// prefix distinguishes a line from any other text that may be pasted.
const prefix = "stead1-"

// ErrLine says that a text is not a line of a hub.
var ErrLine = errors.New("this is not a line that stead hub has printed: it begins with " + prefix)

// ErrExpired says that a line is too old. The hub decides that by its own clock, because the clock of the joining
// machine may be wrong.
var ErrExpired = errors.New("the line has expired; stead hub invite prints another one")

// String returns the line as one word, which needs no quotes in a shell.
func (l Line) String() string {
	text, _ := json.Marshal(l) // texts and a number cannot fail
	return prefix + base64.RawURLEncoding.EncodeToString(text)
}

// ParseLine parses a line, which may have expired. The error is ErrLine.
func ParseLine(text string) (Line, error) {
	encoded, ok := strings.CutPrefix(strings.TrimSpace(text), prefix)
	if !ok {
		return Line{}, ErrLine
	}
	var l Line
	content, err := base64.RawURLEncoding.DecodeString(encoded)
	if err == nil {
		err = json.Unmarshal(content, &l)
	}
	if err == nil {
		err = l.check()
	}
	if err != nil {
		return Line{}, fmt.Errorf("%w, and this one has a part missing", ErrLine)
	}
	return l, nil
}

func (l Line) check() error {
	if _, _, err := nkeys.DecodeSeed([]byte(l.Seed)); err != nil {
		return err
	}
	if l.Enter != "" || l.Authority != "" {
		if _, _, err := nkeys.DecodeSeed([]byte(l.Enter)); err != nil {
			return err
		}
	}
	if !IsPin(cmp.Or(l.Authority, l.Pin)) || l.Pin != "" && !IsPin(l.Pin) {
		return errors.New("its pin is damaged")
	}
	return CheckURL(l.URL)
}

// IsPin reports whether a text is a SHA-256 in base64.
func IsPin(text string) bool {
	pin, err := base64.StdEncoding.DecodeString(text)
	return err == nil && len(pin) == 32
}

// CheckURL returns an error if a text is not the address of a hub, or of a cluster's servers separated by commas.
func CheckURL(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		if at, err := url.Parse(one); err != nil || at.Scheme != "tls" || at.Hostname() == "" || at.Port() == "" ||
			at.Path != "" {
			return fmt.Errorf("an address is tls://HOST:PORT, not %q", one)
		}
	}
	return nil
}

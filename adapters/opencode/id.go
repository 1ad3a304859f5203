package opencode

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"
)

// Prefixes of ids.
const (
	SessionPrefix = "ses_"
	MessagePrefix = "msg_"
	PartPrefix    = "prt_"
)

// IsSessionID reports whether the CLI takes the text for a session's id: it looks at the prefix only. What would be cut
// by a shell or a URL is refused here as well.
func IsSessionID(text string) bool {
	rest, ok := strings.CutPrefix(text, SessionPrefix)
	return ok && rest != "" && !strings.ContainsFunc(rest, func(r rune) bool {
		return r > '~' || r <= ' ' || strings.ContainsRune(`"'\/?#&%`, r)
	})
}

// An id holds, after its prefix, the low 48 bits of a time in twelve hexadecimal digits and fourteen random characters.
// The time counts milliseconds times 4096, so that it returns to zero every 2^36 ms (795 days; last on 2026-08-14).
const (
	ticksPerMillisecond = 1 << 12
	period              = 1 << 36 // milliseconds
	headroom            = time.Hour
)

// IDs makes ids that ascend in the order in which they are made, and come before any that the CLI makes later.
type IDs struct {
	next int64 // in ticks
	seed func() string
}

// NewIDs returns a maker of ids for a session that is written now. Random returns random text.
//
// The ids of a whole session are taken from the hour before now: those of the entries' own times would not ascend when
// the session is older than the last return to zero.
func NewIDs(now time.Time, random func() string) *IDs {
	milliseconds := now.UnixMilli()
	start := milliseconds - headroom.Milliseconds()
	if zero := milliseconds - milliseconds%period; start < zero {
		start = zero
	}
	return &IDs{next: start*ticksPerMillisecond + 1, seed: random}
}

// Next returns a new id of a message or a part.
func (i *IDs) Next(prefix string) string {
	ticks := i.next
	i.next++
	return fmt.Sprintf("%s%012x%s", prefix, ticks&(1<<48-1), i.random())
}

// NewSessionID returns the id of a new session. Ids of sessions descend, so that the newest comes first.
func NewSessionID(now time.Time, random func() string) string {
	ids := IDs{seed: random}
	ticks := ^(now.UnixMilli()*ticksPerMillisecond + 1)
	return fmt.Sprintf("%s%012x%s", SessionPrefix, ticks&(1<<48-1), ids.random())
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// random returns fourteen random characters.
func (i *IDs) random() string {
	sum := sha256.Sum256([]byte(i.seed()))
	text := make([]byte, 14)
	for n := range text {
		text[n] = base62[int(sum[n])%len(base62)]
	}
	return string(text)
}

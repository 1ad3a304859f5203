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

// IsSessionID reports whether the CLI accepts text as a session's id. The CLI checks only the prefix. IsSessionID also
// rejects characters that a shell or a URL would break on.
func IsSessionID(text string) bool {
	rest, ok := strings.CutPrefix(text, SessionPrefix)
	return ok && rest != "" && !strings.ContainsFunc(rest, func(r rune) bool {
		return r > '~' || r <= ' ' || strings.ContainsRune(`"'\/?#&%`, r)
	})
}

// After its prefix, an id holds the low 48 bits of a time in twelve hexadecimal digits, and fourteen random characters.
// The unit of the time is 1/4096 millisecond, so it wraps around to zero every 2^36 ms (795 days; last on 2026-08-14).
const (
	ticksPerMillisecond = 1 << 12
	period              = 1 << 36 // milliseconds
	headroom            = time.Hour
)

// IDs generates ids in ascending order, all of which come before any id that the CLI generates later.
type IDs struct {
	next int64 // in ticks
	seed func() string
}

// NewIDs returns a generator of ids for a session that stead writes now. Random returns random text.
//
// All ids of a session are from the hour before now. Ids from the times of the entries would not ascend if the session
// is older than the last wraparound.
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

// NewSessionID returns the id of a new session. Ids of sessions descend, so that the newest session comes first.
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

package redaction

import (
	"fmt"
	"slices"
	"strings"
)

// store holds the secrets of a session with what tells their masks. It has few pointers, which would have to be
// followed each time that garbage is collected, and no room between values: the more a session holds in memory the more
// often that is.
type store struct {
	all []stored
	// blocks hold the values, one behind the other, last is the one that grows.
	blocks []string
	last   strings.Builder
	rules  []string
	// isHashed has masks tell the hash of a secret in place of its number: it is not remembered, and may be met again.
	isHashed bool
}

// stored is a secret: where its value lies, and the numbers of its rule and among those of that rule.
type stored struct {
	block, from, size, rule int32
	number                  uint32
}

// The bytes of values in a block: at first, and when there are many.
const (
	leastBlock = 256
	blockSize  = 16 << 10
)

func (s *store) len() int { return len(s.all) }

// add adds a secret with its number among those of its rule, or its hash.
func (s *store) add(secret Secret, number uint32) {
	if s.last.Cap()-s.last.Len() < len(secret.Value) {
		s.last = strings.Builder{}
		s.last.Grow(max(min(blockSize, leastBlock<<min(len(s.blocks), 8)), len(secret.Value)))
		s.blocks = append(s.blocks, "")
	}
	from := s.last.Len()
	s.last.WriteString(secret.Value)
	s.blocks[len(s.blocks)-1] = s.last.String()
	rule := slices.Index(s.rules, secret.Rule)
	if rule < 0 {
		rule = len(s.rules)
		s.rules = append(s.rules, secret.Rule)
	}
	s.all = append(s.all, stored{int32(len(s.blocks) - 1), int32(from), int32(len(secret.Value)), int32(rule), number})
}

func (s *store) value(i int) string {
	at := &s.all[i]
	return s.blocks[at.block][at.from : at.from+at.size]
}

// at returns the secret of that number with its mask.
func (s *store) at(i int) mask {
	return mask{Secret{Rule: s.rules[s.all[i].rule], Value: s.value(i)}, s.all[i].number, s.isHashed}
}

// forget takes out all secrets.
func (s *store) forget() { *s = store{all: s.all[:0], isHashed: s.isHashed} }

// mask is a secret with its number among those of its rule, or its hash.
type mask struct {
	Secret
	number   uint32
	isHashed bool
}

// text is what takes the secret's place.
func (m mask) text() string {
	switch {
	case m.isHashed:
		return fmt.Sprintf("%s%s #%08x]", maskOpens, m.Rule, m.number)
	case m.number > 1:
		return fmt.Sprintf("%s%s %d]", maskOpens, m.Rule, m.number)
	}
	return maskOpens + m.Rule + "]"
}

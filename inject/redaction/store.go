package redaction

import (
	"fmt"
	"slices"
	"strings"
)

// store holds the secrets of a session and the data of their masks. It has few pointers, because each garbage
// collection would have to follow them, and no gaps between values: the more memory a session holds, the more
// collections occur.
type store struct {
	all []stored
	// blocks hold the values, one after the other. Last is the block that grows.
	blocks []string
	last   strings.Builder
	rules  []string
	// isHashed makes masks show the hash of a secret instead of its number, because the secret is not remembered and
	// may occur again.
	isHashed bool
}

// stored is a secret: the position of its value, the number of its rule, and its number within that rule.
type stored struct {
	block, from, size, rule int32
	number                  uint32
}

// The size of a block in bytes: the first one, and the maximum.
const (
	leastBlock = 256
	blockSize  = 16 << 10
)

func (s *store) len() int { return len(s.all) }

// add adds a secret with its number within its rule, or its hash.
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

// at returns the secret with that number, with its mask.
func (s *store) at(i int) mask {
	return mask{Secret{Rule: s.rules[s.all[i].rule], Value: s.value(i)}, s.all[i].number, s.isHashed}
}

// forget removes all secrets.
func (s *store) forget() { *s = store{all: s.all[:0], isHashed: s.isHashed} }

// mask is a secret with its number within its rule, or its hash.
type mask struct {
	Secret
	number   uint32
	isHashed bool
}

// text returns the text that replaces the secret.
func (m mask) text() string {
	switch {
	case m.isHashed:
		return fmt.Sprintf("%s%s #%08x]", maskOpens, m.Rule, m.number)
	case m.number > 1:
		return fmt.Sprintf("%s%s %d]", maskOpens, m.Rule, m.number)
	}
	return maskOpens + m.Rule + "]"
}

package rules_test

import (
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shape is a text with a secret.
type shape struct{ kind, before, secret, after string }

func (s shape) text() string { return s.before + s.secret + s.after }

// shapesIn makes the shapes of a file of templates, whose head says how they are written. The same file always makes
// the same ones. No template holds a value, so that no scanner takes the file for a leak.
func shapesIn(t *testing.T, path string) []shape {
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []shape
	for line := range strings.Lines(string(content)) {
		kind, template, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || line[0] == '#' {
			continue
		}
		seed := fnv.New64a()
		seed.Write([]byte(kind))
		m := maker{rand.New(rand.NewPCG(seed.Sum64(), 1))}
		before, rest, _ := strings.Cut(template, "«")
		secret, after, _ := strings.Cut(rest, "»")
		all = append(all, shape{kind, m.fill(before), m.fill(secret), m.fill(after)})
	}
	return all
}

// attackShapes are those that were tried on an earlier version. Their file has each text backwards, so that no scanner
// takes it for a leak.
func attackShapes(t *testing.T) []shape {
	content, err := os.ReadFile("testdata/attack-shapes.json")
	if err != nil {
		t.Fatal(err)
	}
	var written []struct{ Name, Text, Secret string }
	if err := json.Unmarshal(content, &written); err != nil {
		t.Fatal(err)
	}
	var all []shape
	for _, w := range written {
		text, secret := backwards(w.Text), backwards(w.Secret)
		before, after, ok := strings.Cut(text, secret)
		if !ok {
			t.Fatalf("%s does not hold its secret", w.Name)
		}
		all = append(all, shape{w.Name, before, secret, after})
	}
	return all
}

func backwards(text string) string {
	all := []rune(text)
	slices.Reverse(all)
	return string(all)
}

// maker makes values up.
type maker struct{ random *rand.Rand }

const (
	small   = "abcdefghijklmnopqrstuvwxyz"
	large   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	numbers = "0123456789"
)

var alphabets = map[byte]string{
	'a': small + large + numbers, 'h': numbers + "abcdef", 'u': large + numbers, 'b': small + large + numbers + "+/",
	's': small + large + numbers + "-_", 'l': small, 'd': numbers, 'q': small + large + numbers + "#!^*.",
}

// fill puts values in the place of a template's signs.
func (m maker) fill(template string) string {
	template = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\"`, `"`).Replace(template)
	var b strings.Builder
	for at := 0; at < len(template); at++ {
		if template[at] != '%' || at+1 == len(template) || strings.IndexByte("ahubsldpqo", template[at+1]) < 0 {
			b.WriteByte(template[at])
			continue
		}
		at++
		kind, from := template[at], at+1
		for at+1 < len(template) && template[at+1] >= '0' && template[at+1] <= '9' {
			at++
		}
		length, err := strconv.Atoi(template[from : at+1])
		if err != nil && strings.IndexByte("pqo", kind) < 0 {
			b.WriteString(template[from-2 : at+1]) // a sign of the text: %'
			continue
		}
		b.WriteString(m.value(kind, length))
	}
	return b.String()
}

func (m maker) value(kind byte, length int) string {
	switch kind {
	case 'p':
		return m.password()
	case 'o':
		return m.one("giraffe", "sunflower", "mountainview", "elephant", "submarine", "trombone")
	case 'q':
		return m.drawn(alphabets['q'], 15) + m.drawn(numbers, 1)
	}
	return m.drawn(alphabets[kind], length)
}

func (m maker) drawn(alphabet string, length int) string {
	var b strings.Builder
	for range length {
		b.WriteByte(alphabet[m.random.IntN(len(alphabet))])
	}
	return b.String()
}

func (m maker) one(of ...string) string { return of[m.random.IntN(len(of))] }

// password makes one up as people do.
func (m maker) password() string {
	word := func() string { return m.one("Blue", "tiger", "Otter", "maple", "Rocket", "winter", "Copper", "piano") }
	switch m.random.IntN(4) {
	case 0:
		return word() + m.drawn(numbers, 2) + word()
	case 1:
		return word() + m.one("!", "#", "$", "&") + m.drawn(numbers, 4)
	case 2:
		return m.drawn(small+large, 4) + m.one("#", "!", "*") + m.drawn(numbers, 2) + m.drawn(small, 4)
	}
	return m.drawn(small+large+numbers, 11) + m.drawn(numbers, 1)
}

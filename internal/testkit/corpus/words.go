package corpus

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
)

// stems are the basis of the vocabulary, the most frequent first.
var stems = strings.Fields(`the to and of in is it that for we this with be on as not are if from can when was has by at an file tests
	error function line value return read write name path type code call run add list change string set build data
	session time user
	option server client request response parse tree index query cache table column row field record entry buffer stream
	reader writer
	channel worker queue lock thread process signal socket port host address route handler middleware context deadline
	timeout retry batch
	chunk offset length size count limit page cursor window frame layout render view model state store reducer action
	event listener hook
	plugin module package import export version release branch commit merge rebase diff patch conflict review comment
	issue label milestone
	config default override environment variable flag argument command shell script pipeline stage deploy container
	image volume network
	proxy gateway balancer cluster node replica shard leader follower election quorum snapshot log journal replay
	checkpoint rollback
	migrate schema constraint trigger transaction isolation commit savepoint vacuum analyze explain plan scan filter
	sort group join
	aggregate histogram metric counter gauge trace span sample percentile latency throughput budget alert dashboard
	report summary detail
	owner member role permission grant policy certificate signature digest hash salt cipher encrypt decrypt encode decode
	escape quote bracket brace comma colon slash dash dot underscore letter digit symbol glyph font color theme icon
	button menu dialog
	form input select checkbox slider tooltip panel sidebar header footer grid cell border margin padding align center
	justify wrap
	overflow scroll zoom rotate translate scale blend opacity shadow gradient animate transition duration delay easing
	keyframe canvas
	vector matrix tensor kernel gradient epoch loss optimizer layer neuron embed attention mask prompt completion temperature sampler`)

// endings turn a stem into words. Pairs of stems make names like those in code.
var endings = []string{"", "s", "ed", "ing", "er", "able", "ment", "less", "-free", "ness"}

// vocabulary returns the words, the most frequent first: plain stems, then their forms and names like those in code.
var vocabulary = sync.OnceValue(func() []string {
	words := append([]string{}, stems...)
	random := rand.New(rand.NewPCG(1, 1))
	for _, ending := range endings[1:] {
		for _, stem := range stems {
			words = append(words, stem+ending)
		}
	}
	for i := range 4000 {
		a, b := stems[random.IntN(len(stems))], stems[random.IntN(len(stems))]
		switch i % 4 {
		case 0:
			words = append(words, a+strings.ToUpper(b[:1])+b[1:])
		case 1:
			words = append(words, a+"_"+b)
		case 2:
			words = append(words, fmt.Sprintf("%s.%s(%s)", a, strings.ToUpper(b[:1])+b[1:], a[:1]))
		default:
			words = append(words, "src/"+a+"-"+b+".go")
		}
	}
	tail := words[len(stems):]
	random.Shuffle(len(tail), func(i, j int) { tail[i], tail[j] = tail[j], tail[i] })
	return words
})

// poolSize is the length in bytes of the text from which bodies are cut. Generating a new text for each body would take
// most of the time.
const poolSize = 4 << 20

// pool is a text made of the vocabulary, in lines of prose and of code.
var pool = sync.OnceValue(func() string {
	a := newAuthor()
	for a.text.Len() < poolSize {
		if a.random.IntN(3) > 0 {
			a.code()
		} else {
			a.prose()
		}
	}
	return a.text.String()
})

// The pool costs an index as much as real text. Measured with pieces of 1,500 bytes in an FTS5 table like the
// catalog's: Go's own sources have 6.8 bytes per word, 0.38 of the words are new in their piece, and the index takes 38
// % of their size. For npm packages, the figures are 7.3, 0.37 and 34 %; for the pool, 6.9, 0.46 and 35 %. Words drawn
// independently of the previous ones, as in an earlier version, have 0.56 new ones, and take 51 %.
const (
	// again is the percentage of words that repeat a recent one: a text about something names it more than once.
	again = 50
	// memory is the number of recent words that may be repeated.
	memory = 80
)

// author writes texts whose words are as frequent as in real ones: they follow Zipf's law, and recent words recur.
type author struct {
	text      strings.Builder
	words     []string
	random    *rand.Rand
	frequency *rand.Zipf
	last      []string
}

func newAuthor() *author {
	words := vocabulary()
	random := rand.New(rand.NewPCG(2, 2))
	return &author{words: words, random: random, frequency: rand.NewZipf(random, 1.15, 6, uint64(len(words)-1))}
}

func (a *author) word() string {
	if len(a.last) == memory && a.random.IntN(100) < again {
		return a.last[a.random.IntN(memory)]
	}
	word := a.words[a.frequency.Uint64()]
	if len(a.last) == memory {
		a.last = a.last[1:]
	}
	a.last = append(a.last, word)
	return word
}

// prose writes a line of words.
func (a *author) prose() {
	for range 3 + a.random.IntN(14) {
		a.text.WriteString(a.word())
		a.text.WriteByte(' ')
	}
	a.text.WriteByte('\n')
}

// code writes an indented statement, sometimes with a comment.
func (a *author) code() {
	indent := strings.Repeat("    ", a.random.IntN(5))
	switch a.random.IntN(4) {
	case 0:
		fmt.Fprintf(&a.text, "%sif %s != nil {\n%s    return %s, %s\n%s}\n", indent, a.word(), indent, a.word(), a.word(),
			indent)
	case 1:
		fmt.Fprintf(&a.text, "%s%s := %s(%s, %q) // für 0x%04x\n", indent, a.word(), a.word(), a.word(), a.word(),
			a.random.IntN(1<<16))
	case 2:
		fmt.Fprintf(&a.text, "%s\"%s\":    [\"%s\", %s],\n", indent, a.word(), a.word(), a.word())
	default:
		fmt.Fprintf(&a.text, "%s// %s %s %s %s\n\n", indent, a.word(), a.word(), a.word(), a.word())
	}
}

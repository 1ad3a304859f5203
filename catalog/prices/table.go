package prices

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // the table
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// packed is the table, compressed: its version, then a model a line, which begins with its name. Five figures follow
// for each of its tiers.
//
//go:embed table.gz
var packed []byte

type table struct {
	version string
	models  map[string][]tier
}

// prices returns the table. It is a part of the program: a table that cannot be read is a mistake of whoever built it.
var prices = sync.OnceValue(func() *table {
	list, err := read(packed)
	if err != nil {
		panic("the table of prices: " + err.Error())
	}
	return list
})

func read(packed []byte) (*table, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(unzipped)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Scan()
	list := &table{version: lines.Text(), models: map[string][]tier{}}
	for lines.Scan() {
		name, figures, _ := strings.Cut(lines.Text(), " ")
		if list.models[name], err = tiersOf(strings.Fields(figures)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return list, lines.Err()
}

// figuresOfTier is how many figures each tier has.
const figuresOfTier = 5

func tiersOf(figures []string) ([]tier, error) {
	if len(figures) == 0 || len(figures)%figuresOfTier != 0 {
		return nil, fmt.Errorf("it has %d figures, which make no tiers", len(figures))
	}
	var tiers []tier
	for ; len(figures) > 0; figures = figures[figuresOfTier:] {
		var t tier
		for i, to := range []*float64{&t.from, &t.input, &t.output, &t.cacheRead, &t.cacheWrite} {
			var err error
			if *to, err = strconv.ParseFloat(figures[i], 64); err != nil {
				return nil, err
			}
		}
		tiers = append(tiers, t)
	}
	return tiers, nil
}

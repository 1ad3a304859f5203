package gemini

import (
	"slices"

	"stead/writers"
)

// If tools' outputs exceed 80,000 tokens, Gemini CLI 0.61.0 moves those before the newest 50,000 to files. The model
// gets only their beginning and end. The CLI counts four bytes as a token.
const (
	bytesPerToken  = 4
	protectedSize  = 50_000
	prunableSize   = 30_000
	maskedOutputs  = "tool outputs before the newest 50,000 tokens"
	whyTheyAreGone = "they are in the session, but Gemini CLI sends only their beginning and end to the model, and puts them into files for it"
)

// outputSizes are the sizes of the results in tokens.
type outputSizes []int

// declareMasked declares the outputs that the model will not get in full.
func (s outputSizes) declareMasked(losses *writers.Losses) {
	sum, masked, count := 0, 0, 0
	for _, size := range slices.Backward(s) {
		if sum += size; sum > protectedSize {
			masked, count = masked+size, count+1
		}
	}
	if masked < prunableSize {
		return
	}
	for range count {
		losses.Add(maskedOutputs, whyTheyAreGone)
	}
}

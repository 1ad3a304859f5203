package gemini

import (
	"slices"

	"stead/writers"
)

// What Gemini CLI 0.61.0 does with the outputs of tools when there are more than 80,000 tokens of them: those before
// the newest 50,000 become a file; the model gets its beginning and its end. A token is four bytes to it.
const (
	bytesPerToken  = 4
	protectedSize  = 50_000
	prunableSize   = 30_000
	maskedOutputs  = "tool outputs before the newest 50,000 tokens"
	whyTheyAreGone = "they are in the session, but Gemini CLI sends only their beginning and end to the model, and puts them into files for it"
)

// outputSizes are the sizes of the results, in tokens.
type outputSizes []int

// declareMasked declares the outputs that the model will not get whole.
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

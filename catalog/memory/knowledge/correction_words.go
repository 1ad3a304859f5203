package knowledge

import "stead/internal/adapt/prefilter"

var (
	// harmless are phrases that begin like a correction and are none.
	harmless = prefilter.Regexp(
		`(?i)\bno,? (problem|worries|rush|need|issue|idea|thanks|matter|hurry|pressure|doubt)\b|\b(don't|do not|dont) (worry|mind|bother|know|think|see|get|understand|care|need|have|forget to (commit|push))\b|` +
			`\bnever ?mind\b|^no,? (that|this|it)('s| is) (fine|ok|okay|good|right)|\b(you're|you are) right\b|不要紧|没问题|别担心|没关系|keine sorge|kein problem`)
	// praise are words of somebody who is content.
	praise = prefilter.Regexp(
		`(?i)\b(great|nice|thanks|thank you|perfect|well done|awesome|excellent|looks good|works (great|fine|now|well)|good job|danke|super|prima)\b|谢谢|很好|不错`)

	// ruling are sentences that say by themselves how things are done here.
	ruling = prefilter.Regexp(`(?i)(?:` +
		opening + `(?:never|always) (?:[a-z]+)\b` + `|` +
		opening + `(?:don't|do not|dont|avoid|no longer) [a-z]+` + `|` +
		opening + `stop [a-z]+ing\b` + `|` +
		`\b(?:we|you) (?:must )?(?:never|always|don't|do not|must not|only) [a-z]+` + `|` +
		`\b(?:agents|claude|gemini|contributing|qwen|style ?guide|guidelines?|conventions?|the rules?|readme)(?:\.md)? (?:says?|said|states?|requires?|asks?|forbids?)\b` + `|` +
		`\b(?:fix|change|do|apply) (?:that|it|this) everywhere\b|\blike (?:everywhere|anywhere) else\b|\blike the rest of\b` + `|` +
		`\bfrom now on\b|\bin (?:the )?future\b|\b(?:every|each) time\b|\bnext time\b|\bas a rule\b|\bremember (?:to|that)\b` + `|` +
		`\b(?:we|i) (?:use|prefer|put|keep|write|name) .*\b(?:here|everywhere|in this (?:code ?base|repo|repository|project)|, not|instead of)\b` + `|` +
		`^no [a-z]+(?: [a-z]+)? (?:in|on|for|at|without|outside|from) ` + `|` +
		`^(?:nein,? |bitte )*(?:nie|niemals|immer|keine?n?) [a-zäöüß]+|\bab (?:jetzt|sofort)\b|\bin zukunft\b|\bkünftig\b` +
		`|` +
		`(?:^|[，,。！ ])(?:请)?(?:不要|别|禁止|不许|不能)\S|永远不|总是|必须|一律|以后|每次` +
		`)`)
	// general are sentences that may hold beyond the moment: they count beside a rebuke.
	general = prefilter.Regexp(
		`(?i)\b(?:never|always|only|must|every|each|per|all|any|instead|not|no|without|should(?: be| have)?|has to|have to|needs? to)\b|` +
			`\b(?:go|goes|belongs?|lives?|stays?|starts?|ends?|sits?) (?:in|into|next|under|below|with|inside|on|beside|to)\b|\buse\b|\bkeep\b|\bfirst\b|\bare\b|` +
			`\b(?:nur|immer|nie|kein\w*|statt\w*|gehör\w*|muss|müssen|soll\w*)\b|要|只|应该|而不是`)
	// rebuke are the words of somebody who isn't content with what was done.
	rebuke = prefilter.Regexp(
		`(?i)^(?:no|nope|nah|stop|wait|hey|wrong|nein|stopp|halt|falsch)\b[,.!:; ]|\bi (?:already )?(?:said|told you|asked(?: you)?|wrote|meant|mentioned)\b|` +
			`\b(?:is|are|was|were|that's|it's|still|completely)? ?(?:wrong|incorrect)\b|\bnot (?:right|what i|how we|how i|the way)\b|\b(?:wrong|again|keep (?:forgetting|adding|doing|using|ignoring))\b|` +
			`\b(?:you )?(?:forgot|forget|forgotten|ignored|missed)\b|^(?:please )?(?:revert|undo|roll (?:it |that )?back|put it back|take (?:it|that) back)\b|\bwhy did you\b|\byou (?:should(?: not|n't)|were not)\b|` +
			`^actually\b|\bleave (?:it|that|them) alone\b|\bas i said\b|\b(?:ich hatte|ich habe) (?:doch )?gesagt\b|\bschon wieder\b|\bvergessen\b|\bfalsch\b|\bdas ist nicht\b|不对|错了|我说过|忘了|又`)
	// lasting are sentences that are rules where a rebuke stands beside them; the weaker "general" needs a rebuke in its
	// own sentence.
	lasting = prefilter.Regexp(
		`(?i)\b(?:never|always|must|every|each|only|everywhere|like everywhere|has to|have to)\b|\b(?:go|goes|belongs?|lives?|stays?|starts?|ends?) (?:in|into|next|under|below|with|inside|on|beside)\b|` +
			`\buse .*\b(?:instead|not|rather)\b|\b(?:nur|immer|nie|gehör\w*)\b|\b(?:are|is) (?:written|named|called|kept|made|always)\b|应该|必须`)
	// adjectives follow "always" and "never" in remarks that are no rules.
	adjectives = prefilter.Regexp(
		`(?i)\b(?:always|never) (?:green|red|right|good|nice|true|fun|slow|fast|fine|ok|the|a|an|this|that|so|been|was|is|were|had|have|worked|works|finish\w*|happened|seen|saw|fails?|broken)\b`)
	// dressing is what stands before a rule and isn't part of it.
	dressing = prefilter.Regexp(
		`(?i)^(?:(?:no|nope|wait|stop|hey|wrong|please|actually|again|ok|nein|bitte|i said|i told you(?: to)?|as i said(?: before)?|i already said|not again)[,.!: ]+)+`)
)

// opening is where an order begins.
const opening = `(?:^|[,;:.–—-] ?|\b(?:please|and|but|so|again|also|pls) )`

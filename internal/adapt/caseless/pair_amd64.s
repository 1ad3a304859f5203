#include "textflag.h"

// func pairOf32(from, to *byte, blocks int, first, second byte) int
//
// Y0 and Y1 hold 32 times the two bytes, Y2 the bit in which cases differ.
TEXT ·pairOf32(SB), NOSPLIT, $0-40
	MOVQ         from+0(FP), SI
	MOVQ         to+8(FP), DI
	MOVQ         blocks+16(FP), CX
	VPBROADCASTB first+24(FP), Y0
	VPBROADCASTB second+25(FP), Y1
	MOVL         $0x20202020, AX
	MOVL         AX, X2
	VPBROADCASTD X2, Y2
	XORQ         AX, AX
	SHLQ         $5, CX

next:
	VPOR      (SI)(AX*1), Y2, Y3
	VPOR      (DI)(AX*1), Y2, Y4
	VPCMPEQB  Y0, Y3, Y3
	VPCMPEQB  Y1, Y4, Y4
	VPAND     Y3, Y4, Y3
	VPMOVMSKB Y3, DX
	TESTL     DX, DX
	JNZ       found
	ADDQ      $32, AX
	CMPQ      AX, CX
	JB        next
	MOVQ      CX, ret+32(FP)
	VZEROUPPER
	RET

found:
	BSFL DX, DX
	ADDQ DX, AX
	MOVQ AX, ret+32(FP)
	VZEROUPPER
	RET

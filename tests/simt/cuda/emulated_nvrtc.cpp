// NVRTC for the emulated device: "machine code" is the text itself.
#include <nvrtc.h>

#include <cstring>
#include <string>

#include "tests/simt/cuda/emulated_cuda.hpp"

struct _nvrtcProgram {
  std::string text;
};

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult) { return "no error is emulated"; }
nvrtcResult nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetNumSupportedArchs(int* n) {
  *n = 1;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int* numbers) {
  *numbers = 90;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* text, const char*, int, const char* const*,
                               const char* const*) {
  *program = new _nvrtcProgram{text};
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  delete *program;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, const char* const*) {
  ++dgsolve::simt::device.compilations;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, std::size_t* size) {
  *size = 1;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char* log) {
  *log = '\0';
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* size) {
  *size = program->text.size();
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* code) {
  std::memcpy(code, program->text.data(), program->text.size());
  return NVRTC_SUCCESS;
}

}  // extern "C"

// One program holds code for several instruction sets: no function may use instructions of a set that it was
// not compiled for, or a machine without them would stop at it.
#ifdef __x86_64__

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace dgsolve {
namespace {

/// What a command prints, line by line; empty where it fails.
std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  std::FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return lines;
  std::array<char, 4096> buffer{};
  std::string line;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    line += buffer.data();
    if (line.back() != '\n') continue;
    line.pop_back();
    lines.push_back(line);
    line.clear();
  }
  if (pclose(pipe) != 0) lines.clear();
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// "  401000:\tvaddpd %ymm0,…" is an instruction of AVX or later: such names begin with v, or it uses mask
/// registers.
bool needs_avx(const std::string& instruction) {
  const std::size_t tab = instruction.find('\t');
  if (tab == std::string::npos || tab + 1 >= instruction.size()) return false;
  const std::string text = instruction.substr(tab + 1);
  return (text[0] == 'v' && text.compare(0, 3, "ver") != 0) || contains(text, "%ymm") ||
         contains(text, "%zmm") || contains(text, "%k1");
}

TEST(InstructionSets, only_code_in_their_own_namespaces_needs_more_than_the_baseline) {
  const std::string program = std::filesystem::canonical("/proc/self/exe");
  const auto lines = lines_of("objdump -d -C --no-show-raw-insn '" + program + "'");
  if (lines.empty()) GTEST_SKIP() << "needs objdump of the package binutils";
  std::string function;
  int n_avx2 = 0, n_avx512 = 0;
  for (const std::string& line : lines) {
    if (line.ends_with(">:")) {  // "0000000000401000 <name>:"
      function = line.substr(line.find('<'));
      continue;
    }
    const bool in_avx2 = contains(function, "dgsolve::avx2::"),
               in_avx512 = contains(function, "dgsolve::avx512::");
    n_avx2 += in_avx2 && contains(line, "%ymm");
    n_avx512 += in_avx512 && contains(line, "%zmm");
    const bool allowed = in_avx512 || (in_avx2 ? !contains(line, "%zmm") : !needs_avx(line));
    EXPECT_TRUE(allowed) << function << line;
  }
  EXPECT_GT(n_avx2, 0);
  EXPECT_GT(n_avx512, 0);
}

TEST(InstructionSets, their_translation_units_define_nothing_that_others_could_be_linked_to) {
  const std::string library = std::filesystem::path(DGSOLVE_PROGRAM).parent_path() / "libdgsolve_kernels.a";
  if (!std::filesystem::exists(library)) GTEST_SKIP() << "not in its build folder: no " << library;
  const auto lines = lines_of("nm -A -C --defined-only '" + library + "'");
  if (lines.empty()) GTEST_SKIP() << "needs nm of the package binutils";
  int n = 0;
  for (const std::string& line : lines) {  // "library:member.cpp.o:address type name"
    const std::string member = line.substr(line.find(':') + 1);
    for (const std::string set : {"avx2", "avx512"}) {
      if (!member.starts_with(set + "_")) continue;
      const std::string symbol = member.substr(member.find(' ') + 1), name = symbol.substr(2);
      const bool seen_by_others = std::isupper(symbol[0]) || symbol[0] == 'u';
      const bool of_sanitizers = name.starts_with("__odr_asan");
      EXPECT_TRUE(!seen_by_others || of_sanitizers || contains(name, "dgsolve::" + set + "::")) << line;
      n += seen_by_others;
    }
  }
  EXPECT_GT(n, 0);
}

}  // namespace
}  // namespace dgsolve

#endif

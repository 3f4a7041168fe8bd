/// Groups of cells that are computed alike.

#include "kernels/waves/cell_groups.hpp"

#include <gtest/gtest.h>

#include <random>

namespace dgsolve::test {
namespace {

TEST(CellGroups, are_as_many_and_as_large_counted_as_listed) {
  std::mt19937 random;
  const std::vector<int> n_aux = {4, 0, 12};
  for (const int K : {1, 5, 70'000})
    for (const int n_models : {0, 3}) {
      std::vector<int> curved(K), model(n_models > 0 ? K : 0);
      for (int& index : curved) index = static_cast<int>(random() % 2) - 1;
      for (int& index : model) index = static_cast<int>(random() % 4) - 1;
      const std::vector<int> of_models(n_aux.begin(), n_aux.begin() + n_models);
      const std::vector<Numbering::Group> counted = count_groups(curved, model, of_models),
                                          listed = Numbering(group_cells(curved, model, of_models, {0, K}), 1)
                                                       .groups;
      ASSERT_EQ(counted.size(), listed.size());
      for (std::size_t g = 0; g < counted.size(); ++g) {
        EXPECT_EQ(counted[g].kind, listed[g].kind);
        EXPECT_EQ(counted[g].n_aux, listed[g].n_aux);
        EXPECT_EQ(counted[g].first_block, listed[g].first_block);
        EXPECT_EQ(counted[g].n_blocks, listed[g].n_blocks);
        EXPECT_EQ(counted[g].n_cells, listed[g].n_cells);
        EXPECT_EQ(counted[g].n_before, listed[g].n_before);
      }
    }
}

}  // namespace
}  // namespace dgsolve::test
